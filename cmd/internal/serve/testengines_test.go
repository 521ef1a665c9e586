package serve_test

// Simple engines, good and bad, that the tests run as processes.

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"time"

	"cathedral/bench/simple"
	"cathedral/engine"
	"cathedral/protocol"
)

// eachLine calls answer with the words of each line of standard input.
func eachLine(answer func(words []string)) {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<16)
	for lines.Scan() {
		if words := strings.Fields(lines.Text()); len(words) > 0 {
			if words[0] == "quit" {
				return
			}
			answer(words)
		}
	}
}

// introduce answers the handshake.
func introduce(name string) {
	fmt.Printf("id name %s\nid author the tests\noption name Log File type string default x\n"+
		"option name Hash type spin default 16 min 1 max 1024\nugiok\n", name)
}

// beSimple is an engine that answers at once, in classic games from the start.
func beSimple(choose protocol.Chooser) {
	position := engine.Start(engine.Rules{})
	eachLine(func(words []string) {
		switch words[0] {
		case "ugi":
			introduce("Simple")
		case "isready":
			fmt.Println("readyok")
		case "position":
			position = engine.Start(engine.Rules{})
			for _, word := range words[min(3, len(words)):] {
				move, err := engine.ParseMove(word, position.Side())
				if err != nil || !position.IsLegal(move) {
					fmt.Println("info string error:", word)
					return
				}
				position = position.Play(move)
			}
		case "go":
			fmt.Println("bestmove", choose(&position))
		}
	})
}

// beHesitant is an engine that thinks until there is a file of that name.
func beHesitant(file string) {
	greedy := simple.Greedy(1)
	beSimple(func(p *engine.Position) engine.Move {
		for {
			if _, err := os.Stat(file); err == nil {
				return greedy(p)
			}
			time.Sleep(10 * time.Millisecond)
		}
	})
}

// beRestless is an engine that searches for ever, and does not stop.
func beRestless() {
	eachLine(func(words []string) {
		switch words[0] {
		case "ugi":
			introduce("Restless")
		case "isready":
			fmt.Println("readyok")
		}
	})
}

// beMortal is an engine that crashes when it is to search.
func beMortal() {
	eachLine(func(words []string) {
		switch words[0] {
		case "ugi":
			introduce("Mortal")
		case "isready":
			fmt.Println("readyok")
		case "go":
			fmt.Fprintln(os.Stderr, "this is too much")
			os.Exit(3)
		}
	})
}
