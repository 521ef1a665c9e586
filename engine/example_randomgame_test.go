package engine_test

import (
	"fmt"
	"math/rand/v2"

	"cathedral/engine"
)

// A game of random moves, by the default rules.
func Example() {
	random := rand.New(rand.NewPCG(1, 1))
	position := engine.Start(engine.Rules{})
	for !position.Over() {
		moves := position.Moves(nil)
		position = position.Play(moves[random.IntN(len(moves))])
	}
	fmt.Print(position.Drawing())
	fmt.Println(position)
	fmt.Println("Light has left:", position.Hand(engine.Light))
	fmt.Println("Dark has left:", position.Hand(engine.Dark))
	fmt.Println(position.Outcome())
	// Output:
	//     A B C D E F G H I J
	//   1 . T S S . S . . . .
	//   2 . T . . s S i i I I
	//   3 s s . I s . . i . I
	//   4 C C . I I t . . f .
	//   5 : C O B B B m f f f
	//   6 C C O O . m m , f b
	//   7 : A A O O t m o , b
	//   8 A A y y . c c o o b
	//   9 . y y i i c a a o o
	//  10 . . y i , c c a a ,
	// 1TSS1S4/1T2sSiiII/ss1Is2i1I/CC1IIt2f1/LCOBBBmfff/CCOO1mmdfb/LAAOOtmodb/AAyy1ccoob/1yyiicaaoo/2yidccaad l - 26
	// Light has left: AC IF MA SQ
	// Dark has left: SQ
	// Dark wins
}

// A move is read for a side, checked, and played. Check says why a move is not
// legal.
func ExamplePosition_Check() {
	position := engine.Start(engine.Rules{})
	for _, text := range []string{"CAnF5", "CSnE8", "TOeE8"} {
		move, err := engine.ParseMove(text, position.Side())
		if err == nil {
			err = position.Check(move)
		}
		if err != nil {
			fmt.Println(err)
			break
		}
		position = position.Play(move)
	}
	fmt.Println(position)
	// Output:
	// E8 is built on
	// 10/10/10/10/5+4/4+++3/5+4/4c+c3/4ccc3/10 l - 2
}

// The squares of the Cathedral, and those that touch it.
func ExampleBitboard() {
	position := engine.Start(engine.Rules{})
	cathedral, err := engine.ParseMove("CAnF5", engine.Light)
	if err != nil {
		fmt.Println(err)
		return
	}
	position = position.Play(cathedral)
	squares := position.CathedralSquares()
	fmt.Println(squares)
	fmt.Println(squares.Grow().AndNot(squares))
	// Output:
	// F5 E6 F6 G6 F7 F8
	// E4 F4 G4 D5 E5 G5 H5 D6 H6 D7 E7 G7 H7 E8 G8 E9 F9 G9
}
