// Cathedral-engine is the engine by itself: it speaks the protocol of
// protocol/PROTOCOL.md on standard input and output, as cathedral does without
// arguments. It has neither the page nor the tools, and weighs a seventh.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"sync"

	"cathedral/cmd/internal/identity"
	"cathedral/protocol"
	"cathedral/search/book"
	"cathedral/search/book/builtin"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run runs the engine and returns the exit status of the program.
func run(arguments []string, in io.Reader, out, errors io.Writer) int {
	if len(arguments) > 0 {
		fmt.Fprintln(errors, "cathedral-engine takes no arguments: it reads commands, such as ugi or help, from standard input")
		return 2
	}
	engine := protocol.NewServer(protocol.Config{
		Name:     identity.Name,
		Version:  identity.EngineVersion(),
		Author:   identity.Author,
		Book:     sync.OnceValues(builtin.Open),
		ReadBook: book.ReadFile,
	})
	if err := engine.Run(context.Background(), in, out); err != nil {
		fmt.Fprintln(errors, "cathedral-engine:", err)
		return 1
	}
	return 0
}
