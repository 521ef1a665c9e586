// Package protocoltest has an engine for the tests of what runs engines. It misbehaves on
// demand.
package protocoltest

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"cathedral/engine"
)

// role is the argument that makes a program the engine.
const role = "engine"

// Arguments returns the arguments with which a program that calls RunEngine is an engine that
// commits a fault of faults.go when it receives the word stage. With the stage "word/2" it does so
// when it receives the word again, and with "start" when it starts. With "start@FILE" it makes the
// file at its second go; that go and each start once there is the file are the stage.
func Arguments(stage, fault string) []string { return []string{role, stage, fault} }

// RunEngine is for TestMain: if the program was started with the arguments of an engine, it is one
// until its input ends, and returns the status of its exit.
func RunEngine() (status int, isEngine bool) {
	if len(os.Args) < 4 || os.Args[1] != role {
		return 0, false
	}
	signal.Ignore(syscall.SIGPIPE)
	fault, known := faults()[os.Args[3]]
	if !known && os.Args[2] != "never" {
		fmt.Fprintf(os.Stderr, "there is no fault %q\n", os.Args[3])
		return 2, true
	}
	e := fakeEngine{fault: fault, due: 1, position: engine.Start(engine.Rules{})}
	e.stage, e.marker, _ = strings.Cut(os.Args[2], "@")
	if stage, isSecond := strings.CutSuffix(e.stage, "/2"); isSecond {
		e.stage, e.due = stage, 2
	}
	return e.run(), true
}

// fakeEngine plays the first legal move, and expects the first legal reply. To commands that
// come out of turn it answers with an error line.
type fakeEngine struct {
	stage, marker   string
	fault           fault
	due             int // how often it still receives the word of its stage until the fault
	goes            int // how often it has received go
	position        engine.Position
	pondering, mute bool
	last            string // the last answer, if its fault is to say it again
}

func (e *fakeEngine) run() (status int) {
	if _, err := os.Stat(e.marker); e.stage == "start" && (e.marker == "" || err == nil) {
		if e.commit(); e.fault.exit != 0 {
			return e.fault.exit
		}
	}
	for input := bufio.NewScanner(os.Stdin); input.Scan(); {
		words := strings.Fields(input.Text())
		if words[0] == "go" {
			e.goes++
		}
		isMarked := e.marker != "" && e.goes == 2
		if isMarked {
			os.WriteFile(e.marker, nil, 0o644)
		}
		if words[0] == e.stage {
			e.due--
		}
		if isMarked || words[0] == e.stage && e.due == 0 {
			if e.commit(); e.fault.exit != 0 {
				return e.fault.exit
			}
		}
		if words[0] == "quit" {
			return 0
		}
		e.answer(words)
	}
	return 0
}

// answer does what the words of a line say.
func (e *fakeEngine) answer(words []string) {
	const options = "id name Bad\nid author Ren\xe9\noption name Hash type spin default 1 min 1 max 9\noption name Clear Hash type button\n" +
		"option name Ponder type check default false\noption name Log File type string default x\n"
	switch word := words[0]; {
	case word == "ugi" && !e.fault.uci || word == "uci" && e.fault.uci:
		fmt.Print(options + word + "ok\n")
	case word == "isready":
		fmt.Println("readyok")
	case word == "position":
		e.turn(!e.pondering)
		e.position = engine.Start(engine.Rules{})
		for _, word := range words[min(len(words), 3):] {
			move, err := engine.ParseMove(word, e.position.Side())
			if err != nil || e.position.Check(move) != nil {
				e.turn(false)
				return
			}
			e.position = e.position.Play(move)
		}
	case word == "go" && len(words) > 1 && words[1] == "ponder":
		e.turn(!e.position.Over())
		e.pondering = true
	case word == "go":
		e.move()
	case word == "ponderhit" || word == "stop":
		e.turn(e.pondering)
		if e.pondering {
			e.pondering = false
			e.move()
		}
	}
}

// turn complains if a command does not come in its turn.
func (e *fakeEngine) turn(isRight bool) {
	if !isRight && !e.mute {
		fmt.Println("info string error: this is out of turn")
	}
}

// move answers with a move, unless the engine is mute.
func (e *fakeEngine) move() {
	fmt.Print(e.last)
	moves := e.position.Moves(nil)
	if e.turn(len(moves) > 0); e.mute || len(moves) == 0 {
		return
	}
	move := moves[0]
	if e.fault.varies {
		move = moves[rand.IntN(len(moves))]
	}
	line := move.String()
	best := "bestmove " + line
	next := e.position.Play(move)
	if replies := next.Moves(nil); len(replies) > 0 {
		line += " " + replies[0].String()
		best += " ponder " + replies[0].String()
	}
	fmt.Printf("info depth 3 seldepth 5 score cp -125 nodes 1000 time 12 pv %s\n%s\n", line, best)
	if e.fault.echoes {
		e.last = "info score cp 99 pv " + line + "\n" + best + "\n"
	}
	if e.stage == "go" && e.due <= 0 {
		fmt.Print(strings.ReplaceAll(e.fault.adds, "BEST", best))
	}
}

// commit commits the fault, but for an exit.
func (e *fakeEngine) commit() {
	fmt.Print(e.fault.says)
	if e.fault.does != nil {
		e.fault.does(e)
	}
	if e.fault.hangs {
		hang()
	}
}
