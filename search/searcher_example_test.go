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
		fmt.Printf("depth %d: %s\n", info.Depth, info.Score)
	})
	fmt.Println("best move:", result.Best)
	// Output:
	// depth 1: -2.08
	// depth 2: -2.31
	// depth 3: -1.77
	// depth 4: -0.59
	// depth 5: -2.05
	// depth 6: -1.64
	// depth 7: -1.31
	// depth 7: -1.31
	// best move: ACsG3
}
