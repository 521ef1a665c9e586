package match

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"cathedral/bench/match/player"
	"cathedral/engine"
	"cathedral/protocol"
)

// The test binary takes part in its own tests: as an engine that misbehaves on request, and
// as a match that is going to be killed.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 {
		switch os.Args[1] {
		case "engine":
			badEngine{stage: os.Args[2], fault: os.Args[3]}.run()
			return
		case "ponderer":
			ponderEngine(os.Args[2])
			return
		case "match":
			os.Exit(runSacrifice(os.Args[2:]))
		}
	}
	flag.Parse()
	flag.Set("test.parallel", "16") // most of it is waiting
	os.Exit(m.Run())
}

// badEngine is an engine that moves at random until it receives the word of its stage for the
// second time, and then misbehaves. The stage "start" is its start; "restart" is its start
// once the file after the @ exists.
type badEngine struct {
	stage, fault string
	times        int // it received the stage's word
}

func (e badEngine) run() {
	signal.Ignore(syscall.SIGPIPE)
	word, marker, _ := strings.Cut(e.stage, "@")
	if _, err := os.Stat(marker); word == "start" || word == "restart" && marker != "" && err == nil {
		e.misbehave()
	}
	choose := protocol.Random(uint64(os.Getpid()))
	rules := engine.Rules{}
	position := engine.Start(rules)
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() {
		words := strings.Fields(input.Text())
		if words[0] == word {
			if e.times++; e.times == 2 || word == "ugi" || word == "quit" {
				e.misbehave()
			}
		}
		switch words[0] {
		case "ugi":
			fmt.Print("id name Bad\noption name Hash type spin default 1 min 1 max 9\noption name Ponder type check default false\nugiok\n")
		case "isready":
			fmt.Println("readyok")
		case "position":
			position = engine.Start(rules)
			for _, move := range words[min(len(words), 3):] {
				m, err := engine.ParseMove(move, position.Side())
				if err != nil {
					panic(err)
				}
				position = position.Play(m)
			}
		case "go":
			if word == "restart" {
				if e.times++; e.times == 2 {
					os.WriteFile(marker, nil, 0o644)
					e.fault = "crash"
					e.misbehave()
				}
			}
			move := choose(&position)
			answer := fmt.Sprintf("bestmove %s\n", move)
			switch e.fault {
			case "again":
				answer += answer
			case "mate":
				fmt.Println("info depth 1 score mate 3")
			case "twice":
				answer += "bestmove CAnB1\n"
			}
			fmt.Printf("info depth 1 score cp 25 nodes 1 time 0 pv %s\n%s", move, answer)
		case "quit":
			return
		}
	}
}

// misbehave commits the fault, and then returns or does not.
func (e badEngine) misbehave() {
	switch e.fault {
	case "crash":
		fmt.Fprintln(os.Stderr, strings.Repeat("noise\n", 50_000)+"panic: out of cathedrals")
		os.Exit(3)
	case "half-crash":
		fmt.Print("bestmo")
		os.Exit(4)
	case "signal":
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
		hang()
	case "hang":
		hang()
	case "half":
		fmt.Print("bestmo")
		hang()
	case "late":
		time.Sleep(littleTime + 300*time.Millisecond)
	case "binary":
		os.Stdout.Write([]byte("\x7fELF\x00\x01\x02\xff\n"))
	case "flood":
		for {
			fmt.Print(strings.Repeat("info string flood\n", 1000))
		}
	case "endless":
		for {
			fmt.Print(strings.Repeat("x", 4096))
		}
	case "stderr":
		for range 300 {
			fmt.Fprint(os.Stderr, strings.Repeat("a flood of words\n", 1000))
		}
	case "illegal":
		fmt.Println("bestmove CAnB1")
	case "misspelt":
		fmt.Println("bestmove QUEEN")
	case "nothing":
		fmt.Println("bestmove")
	case "close":
		os.Stdout.Close()
		hang()
	case "fork":
		startChild()
		hang()
	case "fork-crash":
		startChild()
		os.Exit(5)
	case "complain":
		fmt.Println("info string error: I do not like this")
	case "false-line":
		fmt.Println("info depth 3 score cp 5 pv CAnB1 CAnB1")
	}
}

// hang does nothing for longer than any test.
func hang() { time.Sleep(time.Hour) }

// startChild starts a process that would stay for an hour.
func startChild() {
	if err := exec.Command(os.Args[0], "engine", "start", "hang").Start(); err != nil {
		panic(err)
	}
}

// bad returns the specification of an engine that misbehaves at a stage. If its time is to run
// out it has little of it, and else more than it needs on a busy machine.
func bad(stage, fault string) player.Specification {
	control := player.TimeControl{Base: 20 * time.Second}
	if stage != "quit" && slices.Contains([]string{"hang", "half", "late", "flood", "fork"}, fault) {
		control.Base = littleTime
	}
	return player.Specification{
		Name: "bad", Command: os.Args[0], Arguments: []string{"engine", stage, fault},
		Control: control, Margin: 200 * time.Millisecond,
	}
}

// littleTime is the time for a game of an engine whose time is to run out.
const littleTime = time.Second

// good returns the specification of a player that does nothing wrong.
func good() player.Specification { return player.Specification{Name: "good", Command: "random"} }

// testPlan returns a plan of some games between two players.
func testPlan(games int, players ...player.Specification) Plan {
	return Plan{
		Players: players, Games: games, Concurrency: 1, Seed: 7, Event: "Test",
		grace: time.Second,
	}
}

// collected holds the events of a match.
type collected struct {
	started  []Started
	notices  []string
	warnings []Warning
	finished []Finished
}

// collect runs a plan and collects its reports.
func collect(t *testing.T, plan Plan) (collected, Summary) {
	t.Helper()
	var c collected
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	summary, err := Run(ctx, plan, c.add)
	if err != nil {
		t.Fatal(err)
	}
	return c, summary
}

func (c *collected) add(event Event) {
	switch event := event.(type) {
	case Started:
		c.started = append(c.started, event)
	case Notice:
		c.notices = append(c.notices, event.Text)
	case Warning:
		c.warnings = append(c.warnings, event)
	case Finished:
		c.finished = append(c.finished, event)
	}
}

// runSacrifice plays a match that is going to be killed: its arguments are the
// record, the number of games and the kinds of players.
func runSacrifice(arguments []string) int {
	games, err := strconv.Atoi(arguments[1])
	if err != nil {
		return 2
	}
	plan := sacrificePlan(arguments[0], games, arguments[2])
	if _, err := Run(context.Background(), plan, nil); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// sacrificePlan returns the plan of a match of two engines as processes, or of
// two built-in players.
func sacrificePlan(record string, games int, kind string) Plan {
	players := []player.Specification{{Name: "A", Command: "random"}, {Name: "B", Command: "greedy"}}
	if kind == "processes" {
		for i := range players {
			players[i].Command, players[i].Arguments = os.Args[0], []string{"engine", "never", "never"}
			players[i].Control = player.TimeControl{Nodes: 1}
		}
	}
	if kind == "hanging" {
		for i := range players {
			players[i].Command, players[i].Arguments = os.Args[0], []string{"engine", "go", "hang"}
			players[i].Control = player.TimeControl{Base: time.Hour}
		}
	}
	plan := testPlan(games, players...)
	plan.Seed = 0
	plan.Record, plan.RandomPlies, plan.Concurrency = record, 3, 2
	return plan
}
