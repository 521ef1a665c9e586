package suite

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"cathedral/engine"
	"cathedral/engine/record"
)

// Finder looks for questions in game records.
type Finder struct {
	DeepNodes  uint64  // searched for each judgement of an answer without a proof
	EarlyQuota int     // questions of each theme with answers from a deep search
	LateQuota  int     // questions of each theme with proven answers
	EndQuota   int     // endgames of each ply from firstEndPly to lastEndPly
	Themes     []Theme // of questions that ask for a move; nil: all
}

const (
	// firstEarlyPly is the first ply of a question: earlier moves settle little.
	firstEarlyPly = 4
	// lastLatePly is the last ply of a question that asks for a move.
	lastLatePly = 20
	firstEndPly = 12
	lastEndPly  = 18
)

// Find reads records and calls found with each question, at most one from a game, until
// all quotas are full or the records end. It examines a game from its end; a game
// without a question about a move may still have an endgame. Before the plies at which
// proofs succeed it examines only replies to moves without a comment: those of
// tune.Recipe are random, so there may be a mistake to punish. The same search finds the
// same questions in the same records on every machine. file is the name of the records
// in the questions' origins.
func (f *Finder) Find(ctx context.Context, in io.Reader, file string, found func(Question) error) error {
	verifier, err := newVerifier()
	if err != nil {
		return err
	}
	hunt := hunt{Finder: f, verifier: verifier, counts: map[quota]int{}}
	reader := record.NewReader(in)
	for game := 0; !hunt.done(); {
		item, err := reader.NextItem()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if item.Game == nil {
			continue
		}
		game++
		if item.Game.Rules != (engine.Rules{}) {
			continue
		}
		question, is := hunt.inGame(ctx, game, item.Game)
		if err := ctx.Err(); err != nil {
			return err
		}
		if is {
			question.Origin = fmt.Sprintf("%s, game %d, ply %d; %s", file, game, question.Position.Ply(), question.Origin)
			if err := found(question); err != nil {
				return err
			}
		}
	}
	return nil
}

// Questions returns the number of questions that fill all quotas.
func (f *Finder) Questions() int {
	themes := int(Endgame)
	if f.Themes != nil {
		themes = len(f.Themes)
	}
	return themes*(f.EarlyQuota+f.LateQuota) + (lastEndPly-firstEndPly+1)*f.EndQuota
}

// quota identifies the questions that share a quota: those of a theme and phase, or
// endgames of a ply.
type quota struct {
	theme Theme
	phase int // 0 early, 1 late; the ply of an endgame
}

// hunt is the state of a call of Find.
type hunt struct {
	*Finder
	verifier *verifier
	counts   map[quota]int
}

// quotaOf returns the quota of a question with a theme at a ply.
func quotaOf(theme Theme, ply int) quota {
	switch {
	case theme == Endgame:
		return quota{theme, ply}
	case ply >= provenPly:
		return quota{theme, 1}
	}
	return quota{theme, 0}
}

func (h *hunt) wanted(theme Theme, ply int) bool {
	q := quotaOf(theme, ply)
	switch {
	case theme != Endgame && h.Themes != nil && !slices.Contains(h.Themes, theme):
		return false
	case theme == Endgame:
		return ply >= firstEndPly && ply <= lastEndPly && h.counts[q] < h.EndQuota
	case q.phase == 1:
		return h.counts[q] < h.LateQuota
	}
	return h.counts[q] < h.EarlyQuota
}

// done reports whether all quotas are full.
func (h *hunt) done() bool {
	for theme := range Endgame {
		if h.wanted(theme, 0) || h.wanted(theme, provenPly) {
			return false
		}
	}
	for ply := firstEndPly; ply <= lastEndPly; ply++ {
		if h.wanted(Endgame, ply) {
			return false
		}
	}
	return true
}

// inGame returns a wanted question from a game, if it has one.
func (h *hunt) inGame(ctx context.Context, game int, gameRecord *record.Game) (Question, bool) {
	positions := gameRecord.Positions()
	for i := min(lastLatePly, len(gameRecord.Moves)-1); i >= firstEarlyPly; i-- {
		p := &positions[i]
		if p.Ply() != i || p.IsLegal(engine.Pass) { // not from the start of a game
			continue
		}
		wanted := func(theme Theme) bool { return h.wanted(theme, i) }
		if i < provenPly && gameRecord.Moves[i-1].Comment != "" || !mayHave(p, wanted) {
			continue
		}
		last := deep(h.DeepNodes)
		if i >= provenPly {
			last = proof()
		}
		var result verdict
		found := true
		for _, effort := range append(looks(), last) {
			if result, found = h.verifier.verify(ctx, p, effort, wanted); !found {
				break
			}
		}
		if found {
			h.counts[quotaOf(result.theme, i)]++
			return h.question(result, p, game), true
		}
		if ctx.Err() != nil {
			return Question{}, false
		}
	}
	return h.endgame(ctx, game, positions)
}

// mayHave reports whether any move of a position may have one of the wanted themes. It
// is fast, and false is certain.
func mayHave(p *engine.Position, wanted func(Theme) bool) bool {
	if wanted(DoubleThreat) {
		return true
	}
	if idle := p.Play(engine.Pass); wanted(Sacrifice) && losesBuilding(&idle) {
		return true
	}
	return slices.ContainsFunc(p.Moves(nil), func(m engine.Move) bool {
		if !m.IsPlacement() || !p.MayEnclose(m) {
			return false
		}
		return wanted(Capture) && Capture.Holds(p, m) || wanted(Closing) && Closing.Holds(p, m)
	})
}

// question turns a verdict into a question.
func (h *hunt) question(v verdict, p *engine.Position, game int) Question {
	q := Question{Name: name(v.theme, game, p.Ply()), Theme: v.theme, Position: *p, Best: v.best, Proven: v.first.proven}
	if q.Proven {
		q.Margin = v.first.centi / 100
		q.Origin = fmt.Sprintf("proven, next best %+d", v.second/100)
	} else {
		q.Origin = fmt.Sprintf("%d nodes to depth %d, score %+.2f, next best %+.2f",
			v.first.nodes, v.first.depth, float64(v.first.centi)/100, float64(v.second)/100)
	}
	return q
}

// name returns the id of a question: its theme, game and ply.
func name(theme Theme, game, ply int) string { return fmt.Sprintf("%s %d.%d", theme, game, ply) }

// endgame returns an endgame from a game, if one is wanted and its margin can be proven.
// The ply to examine changes from game to game.
func (h *hunt) endgame(ctx context.Context, game int, positions []engine.Position) (Question, bool) {
	ply := firstEndPly + game%(lastEndPly-firstEndPly+1)
	if ply >= len(positions)-1 || positions[ply].Ply() != ply || !h.wanted(Endgame, ply) {
		return Question{}, false
	}
	p := &positions[ply]
	h.verifier.searcher.Clear()
	proven, found := h.verifier.judge(ctx, p, nil, proof().limits)
	if !found {
		return Question{}, false
	}
	h.counts[quotaOf(Endgame, ply)]++
	return Question{
		Name: name(Endgame, game, ply), Theme: Endgame, Position: *p, Margin: proven.centi / 100, Proven: true,
		Origin: fmt.Sprintf("proven with %d nodes", proven.nodes),
	}, true
}
