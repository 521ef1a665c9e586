package search_test

import (
	"cmp"
	"flag"
	"io"
	"os"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
	"cathedral/search"
)

// keptTrial sets how moves are played and judged.
type keptTrial struct {
	moves       int    // to be judged
	firstPly    int    // of these moves
	playedNodes uint64 // searched for each move of a game
	judgeNodes  uint64 // searched to prove who wins
}

var keptMoves = flag.Int("moves", 900, "the `number` of moves of TestManyProvenResultsAreKept")

// mostThrown is how many moves of 300 may throw a proven result away. At 30,000 nodes a move 27 of
// 900 do, 11 of the first 300; the aim is 4.
const mostThrown = 10

// lastJudgedPly is the last ply whose moves are judged: later plies are proven at once.
const lastJudgedPly = 13

func TestProvenResultsAreKept(t *testing.T) {
	enginetest.Long(t)
	keptTrial{moves: 120, firstPly: 12, playedNodes: 12_000, judgeNodes: 60_000}.run(t)
}

// A move has about its share, at these plies, of 1 s + 0.01 s a game.
func TestManyProvenResultsAreKept(t *testing.T) {
	enginetest.Night(t)
	keptTrial{moves: *keptMoves, firstPly: 10, playedNodes: 30_000, judgeNodes: 1_000_000}.run(t)
}

// run plays games from balanced openings and then, from the last of the moves judged to the
// first, proves what each led to and whether another would have won more. If that takes the
// judge too much, the move is not judged.
func (trial keptTrial) run(t *testing.T) {
	judge := newSearcher(t)
	played, judged, thrown := 0, 0, 0
	for _, opening := range openings(t) {
		if played >= trial.moves {
			break
		}
		game := playGame(t, opening, trial.playedNodes)
		judge.Clear()
		outcome, known := 2, false // for the side to move of the position after the move
		for i := len(game) - 1; i >= 0 && game[i].Ply() >= trial.firstPly; i-- {
			if ply := game[i].Ply(); ply <= lastJudgedPly {
				played++
			}
			led := outcome
			if i+1 < len(game) && game[i].Side() != game[i+1].Side() {
				led = -outcome
			}
			if known && led == 1 {
				outcome = 1
				judged++
				continue
			}
			wasKnown := known
			outcome, known = verdictOf(judge, &game[i], trial.judgeNodes)
			if !known || !wasKnown || i+1 == len(game) {
				continue
			}
			judged++
			if outcome != led {
				thrown++
				t.Logf("%s: a result of %+d becomes %+d", game[i].String(), outcome, led)
			}
		}
	}
	t.Logf("%d moves, %d of them judged, %d threw a result away", played, judged, thrown)
	if judged < played/3 {
		t.Errorf("only %d of %d moves could be judged", judged, played)
	}
	if allowed := max(1, played*mostThrown/300); thrown > allowed {
		t.Errorf("%d moves of %d threw a result away, want at most %d", thrown, played, allowed)
	}
}

// openings returns the positions after the built-in openings.
func openings(t *testing.T) (positions []engine.Position) {
	t.Helper()
	file, err := os.Open("../bench/match/opening/evenopenings/evenopenings.txt")
	enginetest.Must(t, err)
	defer file.Close()
	for reader := record.NewReader(file); ; {
		opening, err := reader.Next()
		if err == io.EOF {
			return positions
		}
		enginetest.Must(t, err)
		positions = append(positions, opening.Positions()[len(opening.Moves)])
	}
}

// playGame plays a game from p until the last judged move has been made, with a searcher
// for each side and a number of nodes for each move. It returns the positions.
func playGame(t *testing.T, p engine.Position, nodes uint64) []engine.Position {
	t.Helper()
	players := [2]*search.Searcher{newSearcher(t), newSearcher(t)}
	game := []engine.Position{p}
	for !p.Over() && p.Ply() <= lastJudgedPly {
		p = p.Play(find(players[p.Side()], &p, search.Limits{Nodes: nodes}).Best)
		game = append(game, p)
	}
	return game
}

// verdictOf returns 1, 0 or -1 if the side to move is proven to win, draw or lose.
func verdictOf(judge *search.Searcher, p *engine.Position, nodes uint64) (outcome int, known bool) {
	score := find(judge, p, search.Limits{Solve: true, Verdict: true, Nodes: nodes}).Info.Score
	if !score.Final {
		return 0, false
	}
	return cmp.Compare(score.Centi, 0), true
}
