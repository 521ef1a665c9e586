package serve_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"runtime"
	"testing"

	"cathedral/bench/simple"
	"cathedral/cmd/internal/serve"
	"cathedral/protocol"
)

// TestMain makes the test's program the engines that the servers of the tests start,
// when it is called with the name of one.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "be-hesitant" {
		beHesitant(os.Args[2])
		return
	}
	if len(os.Args) != 2 {
		os.Exit(runTests(m))
	}
	switch os.Args[1] {
	case "be-the-engine":
		server := protocol.NewServer(protocol.Config{Name: "Cathedral", Version: "test", Author: "the tests"})
		if err := server.Run(context.Background(), os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	case "be-a-server-of-friends":
		if err := beFriendServer(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	case "be-greedy":
		beSimple(simple.Greedy(1))
	case "be-restless":
		beRestless()
	case "be-mortal":
		beMortal()
	default:
		os.Exit(runTests(m))
	}
}

// runTests runs the tests, and fails if a server or a page left a goroutine behind.
func runTests(m *testing.M) int {
	// Fuzzing watches for an interrupt, in a goroutine that the runtime keeps for good.
	// It starts here, so that it is not taken for one that a server left.
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	signal.Stop(interrupts)

	before := runtime.NumGoroutine()
	code := m.Run()
	closeBrowser()
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	if stacks := goroutinesAbove(before); stacks != "" {
		fmt.Println(stacks)
		return max(code, 1)
	}
	return code
}

// testEngines are the engines that every server of the tests offers.
func testEngines(t testing.TB) []serve.Engine {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	engine := func(name, argument string) serve.Engine {
		return serve.Engine{Name: name, Command: program, Arguments: []string{argument}}
	}
	return []serve.Engine{
		engine("cathedral", "be-the-engine"), engine("greedy", "be-greedy"),
		engine("restless", "be-restless"), engine("mortal", "be-mortal"),
		{Name: "missing", Command: "./there-is-no-such-program"},
	}
}
