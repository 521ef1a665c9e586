package suite

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
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
	hunt := hunt{Finder: f, verifier: verifier, left: f.quotas()}
	reader := record.NewReader(in)
	for game := 0; len(hunt.left) > 0; {
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
	sum := 0
	for _, questions := range f.quotas() {
		sum += questions
	}
	return sum
}

// quotas returns the number of questions of each quota that is above 0.
func (f *Finder) quotas() map[quota]int {
	quotas := map[quota]int{}
	for theme := range Endgame {
		if f.Themes == nil || slices.Contains(f.Themes, theme) {
			quotas[quota{theme, 0}], quotas[quota{theme, 1}] = f.EarlyQuota, f.LateQuota
		}
	}
	for ply := firstEndPly; ply <= lastEndPly; ply++ {
		quotas[quota{Endgame, ply}] = f.EndQuota
	}
	maps.DeleteFunc(quotas, func(_ quota, questions int) bool { return questions <= 0 })
	return quotas
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
	left     map[quota]int // questions of the quotas that are not full
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

func (h *hunt) wanted(theme Theme, ply int) bool { return h.left[quotaOf(theme, ply)] > 0 }

// take counts a question of a wanted theme at a ply.
func (h *hunt) take(theme Theme, ply int) {
	q := quotaOf(theme, ply)
	if h.left[q]--; h.left[q] == 0 {
		delete(h.left, q)
	}
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
			h.take(result.theme, i)
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
	h.take(Endgame, ply)
	return Question{
		Name: name(Endgame, game, ply), Theme: Endgame, Position: *p, Margin: proven.centi / 100, Proven: true,
		Origin: fmt.Sprintf("proven with %d nodes", proven.nodes),
	}, true
}
