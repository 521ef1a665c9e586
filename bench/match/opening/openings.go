// Package opening has the openings of matches: lists and files of them, the order in which a
// match plays them, and how even ones are made.
package opening

import (
	"errors"
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
	Start  engine.Position
	Moves  []engine.Move
	Random int // the number of moves at the end that Distinct has added
}

// Sequence returns the opening of a round, always the same one for the same round.
type Sequence func(round int) Opening

// The random generators of a match use different streams, so that their numbers are
// independent.
const (
	orderStream = iota + 1
	openingStream
	_ // of the simple players
	freshStream
)

// None returns openings without moves: every game begins at the start under the rules.
func None(rules engine.Rules) Sequence {
	return func(int) Opening { return Opening{Start: engine.Start(rules)} }
}

// Random returns openings of random legal moves from the start, plies long.
// The seed determines all of them.
func Random(rules engine.Rules, plies int, seed uint64) Sequence {
	return func(round int) Opening {
		random := rand.New(rand.NewPCG(seed, uint64(round)<<8|openingStream))
		start := engine.Start(rules)
		return Opening{Start: start, Moves: randomMoves(start, plies, random)}
	}
}

// randomMoves returns random legal moves from a position, fewer than plies if the game
// ends before.
func randomMoves(position engine.Position, plies int, random *rand.Rand) (played []engine.Move) {
	for range plies {
		moves := position.Moves(nil)
		if len(moves) == 0 {
			break
		}
		move := moves[random.IntN(len(moves))]
		played = append(played, move)
		position = position.Play(move)
	}
	return played
}

// InOrder returns the openings of a list in order, over and over. The list must not
// be empty.
func InOrder(list []Opening) Sequence {
	return func(round int) Opening { return list[round%len(list)] }
}

// Shuffled returns the openings of a list in an order that the seed determines. None
// is repeated before all have been played. The list must not be empty.
func Shuffled(list []Opening, seed uint64) Sequence {
	return func(round int) Opening {
		cycle := uint64(round / len(list))
		order := rand.New(rand.NewPCG(seed, cycle<<8|orderStream)).Perm(len(list))
		return list[order[round%len(list)]]
	}
}

// Book is a list of openings that lead to different positions.
type Book struct {
	Openings []Opening
	Repeated int // openings left out because an earlier one leads to the same position
	Finished int // openings left out because the game is over after them
}

// Read reads openings: position texts, with or without operations, lists of
// moves, and game records. The opening of a record are the moves with the comment "book"
// or "random" at its beginning, or else those before the first move with an engine's
// comment. If plies is above 0, moves after that many plies are left out. A text
// that states its rules must have the given ones, which are also those of all other
// texts. An error names the line or the game.
func Read(in io.Reader, rules engine.Rules, plies int) (*Book, error) {
	reader := record.NewReader(in)
	reader.Rules = rules
	book := &Book{}
	known := map[uint64]bool{}
	for games := 1; ; {
		item, err := reader.NextItem()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		var opening Opening
		if item.Entry != nil {
			opening.Start = item.Entry.Position
			if other := opening.Start.Rules(); other != rules {
				return nil, &record.LineError{Line: item.Entry.Line, Err: otherRules(other, rules)}
			}
		} else if opening, err = recordedOpening(item.Game, rules); err != nil {
			return nil, fmt.Errorf("game %d: %w", games, err)
		} else {
			games++
		}
		if plies > 0 && len(opening.Moves) > plies {
			opening.Moves = opening.Moves[:plies]
		}
		switch position := opening.Position(); {
		case position.Over():
			book.Finished++
		case known[position.Key()]:
			book.Repeated++
		default:
			known[position.Key()] = true
			book.Openings = append(book.Openings, opening)
		}
	}
	switch {
	case len(book.Openings) > 0:
		return book, nil
	case book.Finished > 0:
		return nil, errors.New("no openings: the game is over after each of them")
	}
	return nil, errors.New("no openings")
}

// The comments on the moves of an opening in the records of a match.
const (
	BookComment   = "book"
	RandomComment = "random" // a random move that was added to the opening
)

// recordedOpening returns the opening of a game.
func recordedOpening(game *record.Game, rules engine.Rules) (Opening, error) {
	if game.Rules != rules {
		return Opening{}, otherRules(game.Rules, rules)
	}
	opening := Opening{Start: game.Start}
	inBook := len(game.Moves) > 0 && isBookMove(game.Moves[0])
	for _, move := range game.Moves {
		_, played := record.ParseMoveComment(move.Comment)
		if played || inBook && !isBookMove(move) {
			break
		}
		opening.Moves = append(opening.Moves, move.Move)
	}
	return opening, nil
}

func isBookMove(move record.Move) bool {
	return move.Comment == BookComment || move.Comment == RandomComment
}

// otherRules returns the error for an opening of other rules than the match has.
func otherRules(own, rules engine.Rules) error {
	return fmt.Errorf("its rules are %s, those of the match %s", own, rules)
}

// Position returns the position after the opening.
func (o *Opening) Position() engine.Position {
	position := o.Start
	for _, move := range o.Moves {
		position = position.Play(move)
	}
	return position
}

// String returns the opening as a line of an openings file: its moves if it begins at
// the start of the game, and otherwise the position that it leads to.
func (o *Opening) String() string {
	start := engine.Start(o.Start.Rules())
	if len(o.Moves) == 0 || o.Start.String() != start.String() {
		position := o.Position()
		return position.String()
	}
	return strings.Join(Words(o.Moves), " ")
}

// Words returns the texts of moves.
func Words(moves []engine.Move) []string {
	words := make([]string, len(moves))
	for i, move := range moves {
		words[i] = move.String()
	}
	return words
}

// PlayWords returns the moves whose texts are words and which are played one after the other
// from position. An illegal move is an error.
func PlayWords(position engine.Position, words []string) ([]engine.Move, error) {
	moves := make([]engine.Move, len(words))
	for i, word := range words {
		move, err := engine.ParseLegalMove(word, &position)
		if err != nil {
			return nil, fmt.Errorf("move %d, %.30q: %w", i+1, word, err)
		}
		moves[i], position = move, position.Play(move)
	}
	return moves, nil
}
