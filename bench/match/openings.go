package match

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"cathedral/engine"
	"cathedral/engine/record"
)

// Opening is the beginning of a game: a position, and the moves that are played from
// it before the players take over.
type Opening struct {
	Start engine.Position
	Moves []engine.Move
}

// Openings returns the opening of a round, always the same one for the same round.
type Openings func(round int) Opening

// The random generators of a match use different streams, so that their numbers are
// independent.
const (
	orderStream = iota + 1
	openingStream
	playerStream
)

// NoOpenings returns openings without moves: every game begins at the start.
func NoOpenings(rules engine.Rules) Openings {
	return func(int) Opening { return Opening{Start: engine.Start(rules)} }
}

// RandomOpenings returns openings of random legal moves from the start, plies long.
// The seed determines all of them.
func RandomOpenings(rules engine.Rules, plies int, seed uint64) Openings {
	return func(round int) Opening {
		random := rand.New(rand.NewPCG(seed, uint64(round)<<8|openingStream))
		opening := Opening{Start: engine.Start(rules)}
		position := opening.Start
		for range plies {
			moves := position.Moves(nil)
			if len(moves) == 0 {
				break
			}
			move := moves[random.IntN(len(moves))]
			opening.Moves = append(opening.Moves, move)
			position = position.Play(move)
		}
		return opening
	}
}

// InOrder returns the openings of a list in order, over and over. The list must not
// be empty.
func InOrder(list []Opening) Openings {
	return func(round int) Opening { return list[round%len(list)] }
}

// Shuffled returns the openings of a list in an order that the seed determines. None
// is repeated before all have been played. The list must not be empty.
func Shuffled(list []Opening, seed uint64) Openings {
	return func(round int) Opening {
		cycle := uint64(round / len(list))
		order := rand.New(rand.NewPCG(seed, cycle<<8|orderStream)).Perm(len(list))
		return list[order[round%len(list)]]
	}
}

// ReadOpenings reads openings: on each line a position text, or a list of moves from
// the start. It ignores empty lines and everything after "#". An error names the line.
func ReadOpenings(in io.Reader, rules engine.Rules) ([]Opening, error) {
	var list []Opening
	lines := bufio.NewScanner(in)
	for number := 1; lines.Scan(); number++ {
		line, _, _ := strings.Cut(lines.Text(), "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		opening, err := parseOpening(line, rules)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		list = append(list, opening)
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("no openings")
	}
	return list, nil
}

func parseOpening(line string, rules engine.Rules) (opening Opening, err error) {
	opening.Start = engine.Start(rules)
	if strings.Contains(line, "/") {
		opening.Start, err = engine.ParsePosition(line, rules)
	} else {
		opening.Moves, err = record.ParseMoves(line, opening.Start)
	}
	if err != nil {
		return Opening{}, err
	}
	if position := opening.position(); position.Over() {
		return Opening{}, fmt.Errorf("the game is over after this opening")
	}
	return opening, nil
}

// position returns the position after the opening.
func (o *Opening) position() engine.Position {
	position := o.Start
	for _, move := range o.Moves {
		position = position.Play(move)
	}
	return position
}

// String returns the opening as a line of an openings file.
func (o *Opening) String() string {
	if len(o.Moves) == 0 {
		return o.Start.String()
	}
	words := make([]string, len(o.Moves))
	for i, move := range o.Moves {
		words[i] = move.String()
	}
	return strings.Join(words, " ")
}
