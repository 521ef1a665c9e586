package search

import (
	"fmt"
	"hash/fnv"
	"reflect"
	"strconv"
	"strings"
)

// Techniques are the parts of the search that may overlook a better move: what they
// save in time pays for the mistakes. Each is a plain number. The zero value uses
// none: such a search is sound, and to a depth of n plies it finds exactly what
// looking at all lines of n plies finds. DefaultOptions has the values that won. The
// numbers E... are experiments of EXPERIMENTS.md.
//
// Margins are in hundredths of a square, depths and plies in plies.
type Techniques struct {
	// A position is taken for good enough without a search up to ReverseFutilityDepth
	// before the end of a line, if its estimate lies above the window by
	// ReverseFutility for each ply left. A smaller margin, or a larger depth, makes
	// fewer nodes and overlooks more refutations. E19, E30, E40; depth 0: never.
	ReverseFutility      int
	ReverseFutilityDepth int

	// A node looks at MovesAtOnce moves, and MovesByDepth more for each depth left,
	// squared; in the principal variation at twice as many. More moves cost depth, fewer
	// are missed. E16, E22 to E24; both 0: all moves.
	MovesAtOnce  int
	MovesByDepth int
	// It looks at fewer if its estimate does not lie above the window by Hopeful: half
	// as many for each Halving that it lies lower, but at FewestMoves. A larger Hopeful,
	// or a smaller Halving, leaves out more moves in positions that look bad. E26 to
	// E30; Halving 0: never fewer. FewestMoves was not measured alone (seven: E29).
	Hopeful     int
	Halving     int
	FewestMoves int

	// Late moves are searched less deep, until they turn out better: from move
	// ReducedFrom on by a ply, from ReducedMoreFrom on by two outside the principal
	// variation, and from ReducedMostFrom on by one more. Smaller numbers reach greater
	// depths and notice late moves later. E17, E34, E36; ReducedFrom 0: none.
	ReducedFrom     int
	ReducedMoreFrom int
	ReducedMostFrom int

	// An iteration looks at RootMovesDepth2 root moves at depth 2, RootMovesDepth3 at
	// depth 3 and RootMoves later, besides those that enclose something or build in a
	// pocket of the enemy's. Fewer cost less time and may leave out the best. Not
	// measured; each 0: all moves.
	RootMovesDepth2 int
	RootMovesDepth3 int
	RootMoves       int

	// At the end of a line, enclosures that win QuiescenceGain squares or more are
	// looked at, if a square won may be worth enough: QuiescenceWorth at most. A larger
	// gain or a smaller worth looks at fewer. E44 to E46 chose the gain, the worth was
	// not measured; gain 0: never.
	QuiescenceGain  int
	QuiescenceWorth int

	// From BoundedPly of the game on, sound bounds on the margin answer at once or
	// correct the estimate. Earlier they seldom tell anything and cost time. E47 to
	// E50; 0: never. PackingSteps and PackingSquares are what a question about a region
	// may cost, and how large the region may be: more of them tell more and cost more
	// time a node. E51 to E53.
	BoundedPly     int
	PackingSteps   int
	PackingSquares int

	// Aspiration is half the width of the first window around the value of the last
	// iteration. A narrower one cuts more, and is searched again more often. Not
	// measured; 0: the window is open.
	Aspiration int

	// DeeperEntries lets the table answer with values of deeper searches than asked
	// for. 1: yes. Not measured.
	DeeperEntries int
}

// defaultTechniques returns the values that won.
func defaultTechniques() Techniques {
	return Techniques{
		ReverseFutility: 150, ReverseFutilityDepth: 3,
		MovesAtOnce: 10, MovesByDepth: 3,
		Hopeful: 150, Halving: 125, FewestMoves: 3,
		ReducedFrom: 3, ReducedMoreFrom: 6, ReducedMostFrom: 20,
		RootMovesDepth2: 400, RootMovesDepth3: 160, RootMoves: 80,
		QuiescenceGain: 7, QuiescenceWorth: 100,
		BoundedPly: 12, PackingSteps: 12, PackingSquares: 10,
		Aspiration:    60,
		DeeperEntries: 1,
	}
}

// mostOfTechnique is the largest value that Set takes.
const mostOfTechnique = 10_000

// Set sets the technique of a name, in any case, to a whole number from 0 to 10,000.
// The error of another name lists those that there are.
func (t *Techniques) Set(name, value string) error {
	fields := reflect.ValueOf(t).Elem()
	var names []string
	for i := range fields.NumField() {
		field := fields.Type().Field(i).Name
		names = append(names, field)
		if !strings.EqualFold(field, name) {
			continue
		}
		number, err := strconv.ParseUint(value, 10, 31)
		if err != nil || number > mostOfTechnique {
			return fmt.Errorf("technique %s: %q is not a whole number from 0 to %d", field, value, mostOfTechnique)
		}
		fields.Field(i).SetInt(int64(number))
		return nil
	}
	return fmt.Errorf("%q is not a technique: want one of %s", name, strings.Join(names, ", "))
}

// salt returns a number that keeps values found with other techniques apart in the
// transposition table, 0 for the default ones.
func (t *Techniques) salt() uint64 {
	if *t == defaultTechniques() {
		return 0
	}
	hash := fnv.New64a()
	fmt.Fprint(hash, *t)
	return hash.Sum64()
}
