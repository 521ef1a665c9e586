package search_test

import (
	"context"
	"fmt"

	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/search"
)

// A search with a limit on nodes gives the same move on every machine.
func ExampleSearcher_Search() {
	position := engine.Start(engine.Rules{})
	moves, err := record.ParseMoves("CAnF5 CSnE8", position)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range moves {
		position = position.Play(m)
	}
	var searcher search.Searcher
	limits := search.Limits{Nodes: 20_000}
	result := searcher.Search(context.Background(), &position, limits, search.DefaultOptions(), func(info search.Info) {
		if info.Depth <= 2 {
			fmt.Printf("depth %d: %.2f squares\n", info.Depth, float64(info.Score.Centi)/100)
		}
	})
	fmt.Println("best move:", result.Best)
	// Output:
	// depth 1: -2.05 squares
	// depth 2: -2.80 squares
	// best move: IFnB3
}
