package protocol_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"time"

	"cathedral/engine"
	"cathedral/protocol"
	"cathedral/search"
)

// Two engines, each a process of its own, play a game from either side.
func Example() {
	ctx := context.Background()
	var clients [2]*protocol.Client
	for i := range clients {
		config := engineConfig()
		client, err := protocol.StartClient(config)
		if err != nil {
			log.Fatal(err)
		}
		defer client.Close()
		err = client.Handshake(ctx, 10*time.Second)
		if err != nil {
			log.Fatal(err)
		}
		clients[i] = client
	}
	for game := range 2 {
		position, moves := engine.Start(engine.Rules{}), []engine.Move(nil)
		for _, client := range clients {
			err := client.NewGame(ctx, 10*time.Second)
			if err != nil {
				log.Fatal(err)
			}
		}
		for !position.Over() {
			client := clients[(int(position.Side())+game)%2]
			question := protocol.Question{Moves: moves, Limits: search.Limits{Nodes: 100}}
			answer, err := client.Go(ctx, &question, protocol.Deadline{Grace: time.Minute})
			if err != nil {
				log.Fatal(err) // a *SlowError, *SilentError, *CrashError or *NonsenseError
			}
			move, err := engine.ParseLegalMove(answer.Move, &position)
			if err != nil {
				log.Fatal(err)
			}
			moves = append(moves, move)
			position = position.Play(move)
		}
		fmt.Printf("Game %d is over: both sides have placed what they can.\n", game+1)
	}
	// Output:
	// Game 1 is over: both sides have placed what they can.
	// Game 2 is over: both sides have placed what they can.
}

// engineConfig returns how an engine is started: in a test by the test itself, and
// else as in protocol.ClientConfig{Command: "cathedral"}.
func engineConfig() protocol.ClientConfig {
	return protocol.ClientConfig{Command: os.Args[0], Environment: []string{"CATHEDRAL_TEST_ROLE=server"}}
}
