package serve_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"cathedral/cmd/internal/serve"
	"cathedral/engine/enginetest"
	"cathedral/protocol"
	"cathedral/protocol/protocoltest"
)

// TestMain makes the test's program an engine or a server when it is called with its role.
func TestMain(m *testing.M) {
	if status, isEngine := protocoltest.RunEngine(); isEngine {
		os.Exit(status)
	}
	if len(os.Args) < 2 || !strings.HasPrefix(os.Args[1], "be-") {
		os.Exit(m.Run())
	}
	config := protocol.Config{Name: "Cathedral", Version: "test", Author: "the tests"}
	if os.Args[1] == "be-greedy" {
		config.NewChooser = protocol.Greedy
	}
	if err := protocol.NewServer(config).Run(context.Background(), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// testEngines are the engines that every server of the tests offers: mortal crashes when it is to
// choose, restless searches for ever and does not stop, and slow does not start in time.
func testEngines(t testing.TB) []serve.Engine {
	t.Helper()
	program, err := os.Executable()
	enginetest.Must(t, err)
	var engines []serve.Engine
	for _, name := range []string{"cathedral", "greedy"} {
		engines = append(engines, serve.Engine{Name: name, Command: program, Arguments: []string{"be-" + name}})
	}
	return append(engines,
		serve.Engine{Name: "restless", Command: program, Arguments: protocoltest.Arguments("go", "mute")},
		serve.Engine{Name: "mortal", Command: program, Arguments: protocoltest.Arguments("go", "crash")},
		serve.Engine{Name: "slow", Command: program, Arguments: protocoltest.Arguments("start", "hang"), Start: 50 * time.Millisecond},
		serve.Engine{Name: "missing", Command: "./there-is-no-such-program"})
}
