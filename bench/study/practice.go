package study

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"sync"

	"cathedral/bench/jobs"
	"cathedral/bench/selfplay"
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/search"
	"cathedral/search/book"
)

// Practice describes games that try out the moves of a tree, from each placement of the
// Cathedral in turn. In each, one side has a book. Its moves are the best ones if each value of
// the tree is replaced by a random one from within its error. See Thompson, On the Likelihood
// that One Unknown Probability Exceeds Another (1933). A move is played as often as it may be
// the best, and each game says more about the moves that are played. The other
// side has no book. Each of its moves is searched with one to two times the nodes, so that the same
// opening leads to different games. Its first one is searched with up to variedNodes times the
// nodes, because opponents have different amounts of time. Searches of the first plies that are
// too shallow are repeated.
type Practice struct {
	Seed  uint64 // determines every random choice, given the results so far
	Nodes uint64 // searched for each move at least, 1 or more
}

const (
	// variedNodes is the most times the nodes that the first move without a book takes.
	variedNodes = 8
	// lastVariedPly is the last ply with such a move.
	lastVariedPly = 2
	// practiceEvent is the name of the event of the games.
	practiceEvent = "Opening practice"
)

// practicePayload is the payload of a job: a game and the book of one side.
type practicePayload struct {
	Recipe Practice
	Rules  engine.Rules
	Number int
	Book   string // as book.ReadText reads it
}

// PracticeKind is the name of the kind of jobs that play games of a Practice.
const PracticeKind = "study-practice"

// practiceTask is the task of playing a game of a Practice.
func practiceTask() jobs.Task[practicePayload, string] {
	return selfplay.NewTask(PracticeKind, searchHashMiB, func(ctx context.Context, searcher *search.Searcher, job practicePayload) (*record.Game, error) {
		entries, err := book.ReadText(strings.NewReader(job.Book))
		if err != nil {
			return nil, err
		}
		return job.Recipe.play(ctx, searcher, job.Rules, job.Number, book.New(entries))
	})
}

func (p *Practice) series(rules engine.Rules) selfplay.Series {
	return selfplay.Series{Event: practiceEvent, Rules: rules, Seed: p.Seed, Nodes: p.Nodes}
}

// booked returns the side that has a book in the game of a number, and its tag: all 56
// placements have their turn before the other side has.
func booked(number int) (side engine.Side, tag string) {
	if number/len(engine.CathedralPlacements())%2 == 0 {
		return engine.Dark, "Black"
	}
	return engine.Light, "White"
}

// play plays the game of a number, from 0, in which one side has a book.
func (p *Practice) play(ctx context.Context, searcher *search.Searcher, rules engine.Rules, number int, opening *book.Book) (*record.Game, error) {
	game, err := p.series(rules).Begin(number)
	if err != nil {
		return nil, err
	}
	random := p.series(rules).Random(number)
	side, tag := booked(number)
	game.Record.SetTag(tag, "Cathedral with book")
	for !game.Position.Over() {
		limits := search.Limits{}
		switch at := &game.Position; {
		case at.PlacesCathedral():
			limits = placementLimits(at, number)
		case at.Side() == side:
			if moves := opening.Moves(at); len(moves) > 0 {
				game.Play(moves[0].Move)
				continue
			}
		}
		times, most := 2.0, uint64(0)
		switch at := &game.Position; {
		case at.PlacesCathedral():
		case at.Ply() <= newGamePly: // engines with more time would not play the moves of a shallow search
			most = mostRepeated * p.Nodes
			if at.Side() != side && at.Ply() <= lastVariedPly {
				times = variedNodes
			}
		}
		limits.Nodes = uint64(float64(p.Nodes) * math.Pow(times, random.Float64()))
		found, _, err := searchDeep(ctx, searcher, &game.Position, limits, search.DefaultOptions(), most)
		if err != nil {
			return nil, err
		}
		playBest(game, &found.Info)
	}
	return game.End(), nil
}

// PlayPractice plays games of recipe until the file at path has the number in games, and
// appends their records to it as they end. The tree learns from all games of the file. A file
// with games of another recipe is an error. PlayPractice calls report with the number of
// games in the file at the beginning and after each game.
func PlayPractice(ctx context.Context, path string, tree *Tree, recipe Practice, games int, workers jobs.Workers, report func(done int)) error {
	var mutex sync.Mutex // of the tree
	begun := false
	run := gamesRun[practicePayload]{
		series: recipe.series(tree.Rules),
		task:   practiceTask(),
		// A continued run picks new books, so it has nothing to do with the games under way
		// in the run before.
		id: jobs.FreshRunID("practice"),
		payload: func(number int) practicePayload {
			mutex.Lock()
			defer mutex.Unlock()
			if !begun { // all games of the file are counted
				tree.valueAll()
				begun = true
			}
			return practicePayload{recipe, tree.Rules, number, tree.pickBook(number, recipe.series(tree.Rules).Random(number))}
		},
		known: func(game *record.Game) {
			mutex.Lock()
			defer mutex.Unlock()
			for _, key := range tree.count(game) {
				if begun {
					tree.update(key)
				}
			}
		},
	}
	return run.play(ctx, path, games, workers, report)
}

// pickBook picks the book of the side that has one in the game of a number, as a text. For
// each position of the tree in which it may be to move, it has the move with the best of
// values picked at random from within their errors.
func (t *Tree) pickBook(number int, random *rand.Rand) string {
	var text strings.Builder
	side, _ := booked(number)
	placement := t.placed[placementOf(number)]
	for _, n := range t.sorted() {
		p := &n.Position
		stands, placed := t.placed[p.CathedralPiece()]
		if p.Side() != side || len(n.lines) == 0 || p.PlacesCathedral() || placed && stands != placement {
			continue
		}
		var picked engine.Move
		best := math.Inf(-1)
		for i := range n.lines {
			l := &n.lines[i]
			if value := l.value.Centi + random.NormFloat64()*l.value.Error; value > best {
				best, picked = value, l.Move
			}
		}
		entry := book.Entry{Position: *p, Moves: []book.Move{{Move: picked}}}
		entry.WriteText(&text)
	}
	return text.String()
}
