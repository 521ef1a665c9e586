package record_test

import (
	"fmt"
	"os"
	"strings"

	"cathedral/engine"
	"cathedral/engine/record"
)

// A record is made of moves, written, and read back.
func Example() {
	start := engine.Start(engine.Rules{})
	moves, err := record.ParseMoves("CAnF5 CSnE8 TOeC1", start)
	if err != nil {
		fmt.Println(err)
		return
	}
	game := record.New(start)
	game.SetTag("White", "Ann")
	game.SetTag("Black", "Bob")
	for _, move := range moves {
		game.Moves = append(game.Moves, record.Move{Move: move})
	}
	game.Moves[1].Comment = record.MoveComment{Centi: 125, Depth: 8, Time: 530e6}.String()

	var text strings.Builder
	err = game.Write(&text)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(text.String())

	again, err := record.NewReader(strings.NewReader(text.String())).Next()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s against %s, %d moves\n", again.Tag("White"), again.Tag("Black"), len(again.Moves))
	// Output:
	// [Event "?"]
	// [Site "?"]
	// [Date "????.??.??"]
	// [Round "?"]
	// [White "Ann"]
	// [Black "Bob"]
	// [Result "*"]
	// [Rules "classic"]
	// [Score "42-42"]
	// [Termination "unterminated"]
	// [TimeControl "?"]
	//
	// 1. CAnF5 CSnE8 {+1.25/8 0.530s} 2. TOeC1 *
	//
	// Ann against Bob, 3 moves
}

// The reader names the place of a fault and continues with the next game.
func ExampleReader() {
	reader := record.NewReader(strings.NewReader("1. CAnF5 CAnF5\n\n1. CAnF5 CSnE8 *\n"))
	for range 2 {
		if game, err := reader.Next(); err != nil {
			fmt.Println(err)
		} else {
			fmt.Println(game.Moves[1].Move)
		}
	}
	// Output:
	// line 1, column 10, game 1: move 2: CAnF5: the Cathedral cannot be placed now
	// CSnE8
}

// An entry of a position file says something of a position: here its best moves.
func ExampleEntry() {
	position := engine.Start(engine.Rules{})
	entry := record.Entry{Position: position, Operations: []record.Operation{
		{Code: "id", Operands: []string{"the start"}},
		{Code: "bm", Operands: []string{"CAnF5", "CAnE5"}},
	}}
	if err := entry.Write(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 10/10/10/10/10/10/10/10/10/10 l C 0 id "the start"; bm CAnF5 CAnE5;
}
