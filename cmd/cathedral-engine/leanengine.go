// Cathedral-engine is the engine by itself: it speaks the protocol of
// protocol/PROTOCOL.md on standard input and output, as cathedral does without
// arguments. It has neither the page nor the tools, and weighs a seventh. With --version
// it prints its version, and with bench the signature and the speed of the search.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"cathedral/bench"
	"cathedral/cmd/internal/identity"
	"cathedral/protocol"
	"cathedral/search/book"
	"cathedral/search/book/builtin"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run runs the program with the given arguments and returns its exit status.
func run(arguments []string, in io.Reader, out, errors io.Writer) int {
	var err error
	switch strings.Join(arguments, " ") {
	case "":
		err = newServer().Run(context.Background(), in, out)
	case "--version":
		_, err = fmt.Fprintln(out, "cathedral-engine", identity.EngineVersion())
	case "bench":
		err = measure(context.Background(), nil, out)
	default:
		fmt.Fprintln(errors, "cathedral-engine: the arguments are --version, bench or none; without one it reads commands, such as ugi or help, from standard input")
		return 2
	}
	if err != nil {
		fmt.Fprintln(errors, "cathedral-engine:", err)
		return 1
	}
	return 0
}

// newServer returns the engine as a server of its protocol.
func newServer() *protocol.Server {
	return protocol.NewServer(protocol.Config{
		Name:     identity.Name,
		Version:  identity.EngineVersion(),
		Author:   identity.Author,
		Commands: map[string]protocol.Command{"bench": measure},
		Book:     sync.OnceValues(builtin.Open),
		ReadBook: book.ReadFile,
	})
}

// measure searches the positions of `cathedral bench` and writes its last lines to out. It
// ends with an error when ctx does, or if there are arguments.
func measure(ctx context.Context, arguments []string, out io.Writer) error {
	if len(arguments) > 0 {
		return fmt.Errorf("unexpected argument %q: only cathedral has flags of bench", arguments[0])
	}
	summary, err := bench.Run(ctx, bench.DefaultConfig(), func(bench.Result) {})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "Total time (ms): %d\nNodes searched: %d\nNodes/second: %d\nSignature: %016x\n",
		summary.Time.Milliseconds(), summary.Nodes, summary.NodesPerSecond(), summary.Signature)
	return err
}
