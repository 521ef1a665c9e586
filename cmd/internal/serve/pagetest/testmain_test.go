package pagetest

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"runtime/pprof"
	"strings"
	"testing"
	"time"

	"cathedral/cmd/internal/serve"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/protocol"
)

// TestMain makes the test's program an engine when it is called with the role of one.
func TestMain(m *testing.M) {
	if len(os.Args) < 2 || !strings.HasPrefix(os.Args[1], "be-") {
		os.Exit(runTests(m))
	}
	config := protocol.Config{Name: "Cathedral", Version: "test", Author: "the tests"}
	switch os.Args[1] {
	case "be-greedy":
		config.NewChooser = protocol.Greedy
	case "be-hesitant":
		config.NewChooser = hesitant
	case "be-mortal":
		config.NewChooser = mortal
	case "be-cheating":
		config.NewChooser = cheating
	}
	if err := protocol.NewServer(config).Run(context.Background(), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// hesitant thinks until there is a file with the name that the program is called with.
func hesitant(seed uint64) protocol.Chooser {
	greedy := protocol.Greedy(seed)
	return func(p *engine.Position) engine.Move {
		for {
			if _, err := os.Stat(os.Args[2]); err == nil {
				return greedy(p)
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
}

// mortal crashes when it is to choose.
func mortal(uint64) protocol.Chooser {
	return func(*engine.Position) engine.Move {
		fmt.Fprintln(os.Stderr, "this is too much")
		os.Exit(3)
		return engine.NoMove
	}
}

// cheating places the Cathedral again and again.
func cheating(uint64) protocol.Chooser {
	return func(*engine.Position) engine.Move {
		move, _ := engine.ParseMove("CAnF5", engine.Light)
		return move
	}
}

// testEngines are the engines that every server of the tests offers.
func testEngines(t testing.TB) []serve.Engine {
	t.Helper()
	program, err := os.Executable()
	enginetest.Must(t, err)
	var engines []serve.Engine
	for _, name := range []string{"cathedral", "greedy", "mortal"} {
		engines = append(engines, serve.Engine{Name: name, Command: program, Arguments: []string{"be-" + name}})
	}
	return engines
}

// runTests runs the tests, and fails if a server or a page left a goroutine behind.
func runTests(m *testing.M) int {
	before := runtime.NumGoroutine()
	code := m.Run()
	if sharedBrowser.stop != nil {
		sharedBrowser.stop()
	}
	removeSite()
	removeModules()
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	for deadline := time.Now().Add(time.Minute); runtime.NumGoroutine() > before; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			pprof.Lookup("goroutine").WriteTo(os.Stdout, 1)
			return max(code, 1)
		}
	}
	return code
}
