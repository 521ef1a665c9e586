package search

import (
	"fmt"
	"hash/fnv"
	"reflect"
	"strconv"
	"strings"
)

// Techniques are the parts of the search that may overlook a better move, and pay for it
// with the time that they save, and the numbers that divide the clock. Each is a plain number
// of 0 or more. The zero value uses none: the search is then sound, and finds at depth n
// exactly the value that a search of all lines of n plies finds. DefaultOptions has the values
// that won. The numbers E... are experiments in experiments.csv.
//
// Margins are in hundredths of a square, depths in plies. A tag has the range of values that
// `cathedral tune techniques` may try, and a step: about the smallest change that games can
// tell apart. The tag clock belongs to numbers that matter only in games with a clock. A
// technique without a tag stays as it is.
type Techniques struct {
	// Up to ReverseFutilityDepth plies before the end of a line, a position is good
	// enough without a search if its estimate exceeds the window by ReverseFutility
	// for each remaining ply. A smaller margin or a larger depth searches fewer
	// nodes and overlooks more refutations. E19, E30, E40, E163; depth 0: never.
	ReverseFutility      int `tune:"50..400/20"`
	ReverseFutilityDepth int `tune:"1..6/0.5"`

	// A node searches MovesAtOnce moves, plus MovesByDepth times the square of the
	// remaining depth; in the principal variation, twice as many. More moves cost
	// depth, fewer moves overlook more. E16, E22 to E24, E163; both 0: all moves.
	MovesAtOnce  int `tune:"4..30/1.5"`
	MovesByDepth int `tune:"1..10/0.5"`
	// It searches fewer if its estimate does not exceed the window by Hopeful: half
	// as many for each Halving that is missing, but at least FewestMoves. A larger
	// Hopeful or a smaller Halving skips more moves in positions that look bad. E26
	// to E30, E163; Halving 0: never fewer. E29 tried a FewestMoves of seven.
	Hopeful     int `tune:"0..500/25"`
	Halving     int `tune:"30..400/15"`
	FewestMoves int `tune:"1..12/0.7"`

	// Late moves are first searched to a reduced depth, and searched again if they
	// turn out better. The reduction is one ply from move ReducedFrom on, two from
	// ReducedMoreFrom on outside the principal variation, and one more from
	// ReducedMostFrom on. Smaller numbers reach greater depths, and notice good late
	// moves later. E17, E34, E36, E163; ReducedFrom 0: never.
	ReducedFrom     int `tune:"1..10/0.7"`
	ReducedMoreFrom int `tune:"2..20/1"`
	ReducedMostFrom int `tune:"5..60/3"`

	// From SingularDepth plies before the end of a line on, the table's move is searched one ply
	// deeper if all others are worse by SingularMargin for each remaining ply. A smaller margin
	// extends more moves; a smaller depth takes more searches. E209, E213; depth 0: never.
	SingularDepth  int `tune:"3..8/0.6"`
	SingularMargin int `tune:"4..40/2"`

	// An iteration searches RootMovesDepth1 root moves at depth 1, and so on up to
	// RootMoves at depth 4 and beyond. Moves that enclose something or build in an
	// enemy pocket are always searched. Fewer moves cost less time and may miss the
	// best one. If all are searched, a few thousand nodes may end at depth 1. E163,
	// E204, E205; each 0: all.
	RootMovesDepth1 int `tune:"40..1000/30"`
	RootMovesDepth2 int `tune:"20..400/12"`
	RootMovesDepth3 int `tune:"15..250/8"`
	RootMoves       int `tune:"15..250/8"`

	// Up to ply PolicyPly of the game a policy, fitted to the choices of deep searches, ranks the
	// moves of nodes from PolicyDepth plies before the end of a line on. Other moves rank as well
	// without it, and cost less time. E205, E207; ply 0: never.
	PolicyPly   int `tune:"6..16/1"`
	PolicyDepth int `tune:"1..4/0.5"`

	// An estimate without the gains of the side that waits, which take the longest, will do
	// if it is FarEstimate or more outside the window. E175; 0: never.
	FarEstimate int `tune:"1..500/40"`

	// At the end of a line, quiescence tries the enclosures that win at least
	// QuiescenceGain squares, if they can reach the window at QuiescenceWorth a
	// square. A larger gain or a smaller worth tries fewer. E44 to E46, E163; gain
	// 0: never.
	QuiescenceGain  int `tune:"3..12/0.7"`
	QuiescenceWorth int `tune:"50..250/10"`

	// From BoundedPly of the game on, sound bounds on the margin answer at once or
	// correct the estimate. Earlier they rarely help, and cost time. E47 to E50; 0:
	// never. PackingSteps is the largest effort for one question about a region,
	// PackingSquares the size of the largest region. Larger numbers give more
	// answers and cost more time for each node. E51 to E53.
	BoundedPly     int
	PackingSteps   int
	PackingSquares int

	// From ProvenDepth plies before the end of a line on, proven margins of a position bound
	// its value. A smaller depth looks that up more often. E109; 0: never.
	ProvenDepth int

	// A proof may take ProofEffort hundredths of the effort of the iterations so far. It begins
	// if it is expected to cost up to ProofReach times that. With larger numbers more proofs are
	// tried that rarely succeed. After the iteration ProofDepth, a proof that is expected to
	// succeed within the limits of the search may take ProofShare hundredths of what is left.
	// E110 to E112, E163; ProofReach 0: never, ProofDepth 0: before the first iteration.
	ProofEffort int `tune:"25..300/15"`
	ProofReach  int `tune:"20..400/15"`
	ProofDepth  int `tune:"1..8/0.6"`
	ProofShare  int `tune:"20..100/7"`
	// Before anything else, ProofAtOnce nodes of the usual cost are spent on a proof that is
	// expected to need no more. They are at most ProofAtOnceShare hundredths of a limit on
	// nodes, so that there is a search if the proof fails. Larger numbers solve more positions
	// and delay the search of the others. E163; without the share, a short search whose proof
	// failed played the move of one ply.
	ProofAtOnce      int `tune:"500..10000/300"`
	ProofAtOnceShare int `tune:"5..50/4"`

	// Aspiration is half the width of the first window around the value of the last
	// iteration. A narrower window cuts more, but must be searched again more often.
	// E163; 0: the window is open.
	Aspiration int `tune:"15..250/8"`
	// AspirationDepth is the first depth with such a window: at smaller depths the values
	// change too much from one iteration to the next. AspirationGrowth is the factor by which
	// the window grows on the side that failed, at least 2. A larger one repeats fewer
	// searches, but with wider windows. Beyond the width WidestAspiration the window is open.
	// E136 tried a growth of 2.
	AspirationDepth  int `tune:"2..6/0.6"`
	AspirationGrowth int `tune:"2..8/0.6"`
	WidestAspiration int `tune:"300..5000/200"`

	// The rest of the clock is divided into shares: one for each move of the side before the
	// ply LastOpenPly and LeastShares more. From about that ply on the rest of a game is solved,
	// and moves take almost no time. A larger ply or more shares save time for moves that may
	// not need it. E124 tried the plies 13 and 17; E163 chose the shares.
	LastOpenPly int `clock:"9..21/1"`
	LeastShares int `clock:"1..6/0.5"`
	// A move may use IncrementUse hundredths of the increment beside its share. It begins no
	// iteration after SoftShare hundredths of both, and ends after HardShare hundredths. More
	// finishes more iterations, and leaves less time for later moves. E81, E163.
	IncrementUse int `clock:"0..100/8"`
	SoftShare    int `clock:"30..200/6"`
	HardShare    int `clock:"100..600/20"`
	// No move takes more than ClockUse hundredths of the clock; the last one before a new time
	// control, LastMoveUse hundredths. More risks a loss on time. E163 chose ClockUse; LastMoveUse
	// was not measured. ClockUse 0: the default division of the clock, because a search needs time.
	ClockUse    int `clock:"10..80/4"`
	LastMoveUse int
	// The time after which no iteration begins is multiplied by doubt. An iteration with another
	// best move sets it to DoubtChanged hundredths. Each one that keeps the best move multiplies
	// it by DoubtDecay hundredths, down to DoubtLeast. Larger numbers spend more of the clock on
	// moves that are in doubt. E163.
	DoubtChanged int `clock:"100..300/10"`
	DoubtDecay   int `clock:"40..100/4"`
	DoubtLeast   int `clock:"20..100/5"`

	// DeeperEntries, if 1, lets the table answer with the values of searches deeper
	// than the one asked for. Not measured.
	DeeperEntries int
}

// defaultTechniques returns the values that won their experiments.
func defaultTechniques() Techniques {
	return Techniques{
		ReverseFutility: 122, ReverseFutilityDepth: 3,
		MovesAtOnce: 6, MovesByDepth: 2,
		Hopeful: 135, Halving: 116, FewestMoves: 2,
		ReducedFrom: 3, ReducedMoreFrom: 8, ReducedMostFrom: 7,
		SingularDepth: 4, SingularMargin: 10,
		RootMovesDepth1: 160, RootMovesDepth2: 64, RootMovesDepth3: 40, RootMoves: 40,
		PolicyPly: 12, PolicyDepth: 2,
		FarEstimate: 45, QuiescenceGain: 8, QuiescenceWorth: 103,
		BoundedPly: 12, PackingSteps: 12, PackingSquares: 10,
		ProvenDepth: 1,
		ProofEffort: 107, ProofReach: 121, ProofDepth: 4, ProofShare: 70,
		ProofAtOnce: 4077, ProofAtOnceShare: 29,
		Aspiration: 62, AspirationDepth: 3, AspirationGrowth: 3, WidestAspiration: 2029,
		LastOpenPly: 15, LeastShares: 1, IncrementUse: 70, SoftShare: 92, HardShare: 276,
		ClockUse: 46, LastMoveUse: 80, DoubtChanged: 155, DoubtDecay: 85, DoubtLeast: 77,
		DeeperEntries: 1,
	}
}

// maxTechnique is the largest value that Set accepts.
const maxTechnique = 10_000

// Technique is one of the Techniques.
type Technique struct {
	Name  string
	Value int
	Tune  string // the range of values to try and their step, such as "50..400/20"; "": none
	Clock bool   // it matters only in games with a clock
}

// All returns the techniques of t in the order of their fields.
func (t *Techniques) All() []Technique {
	fields := reflect.ValueOf(t).Elem()
	list := make([]Technique, fields.NumField())
	for i := range list {
		field := fields.Type().Field(i)
		span, clock := field.Tag.Lookup("clock")
		if !clock {
			span = field.Tag.Get("tune")
		}
		list[i] = Technique{field.Name, int(fields.Field(i).Int()), span, clock}
	}
	return list
}

// Set sets the technique called name, in any case, to value, a whole number from 0
// to 10,000. If no technique has that name, the error lists the names.
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
		if err != nil || number > maxTechnique {
			return fmt.Errorf("technique %s: %q is not a whole number from 0 to %d", field, value, maxTechnique)
		}
		fields.Field(i).SetInt(int64(number))
		return nil
	}
	return fmt.Errorf("%q is not a technique: want one of %s", name, strings.Join(names, ", "))
}

// salt returns a number that keeps values found with other techniques apart in the
// transposition table. It is 0 for the default techniques.
func (t *Techniques) salt() uint64 {
	if *t == defaultTechniques() {
		return 0
	}
	hash := fnv.New64a()
	fmt.Fprint(hash, *t)
	return hash.Sum64()
}
