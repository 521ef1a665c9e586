package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"cathedral/engine"
	"cathedral/engine/record"
)

// input is a text that a command reads, from a file or standard input.
type input struct {
	name   string // for messages
	reader io.Reader
	file   *os.File // nil for standard input
}

// openInput opens the file named by a command's first argument. Without an
// argument, or with "-", it opens standard input. Reads fail after the end of
// ctx.
func openInput(ctx context.Context, f *factory, arguments []string) (*input, error) {
	if len(arguments) == 0 || arguments[0] == "-" {
		if f.interactive {
			fmt.Fprintln(f.err, "Reading standard input. Type a game, a list of moves or positions, and end with ^D.")
		}
		return &input{name: "standard input", reader: &interruptible{ctx, f.in}}, nil
	}
	file, err := os.Open(arguments[0])
	if err != nil {
		return nil, err
	}
	return &input{name: arguments[0], reader: &interruptible{ctx, file}, file: file}, nil
}

// interruptible is a reader that fails at the end of ctx, even while in waits
// for input.
type interruptible struct {
	ctx context.Context
	in  io.Reader
}

// Read implements io.Reader. When ctx ends, it abandons a blocked read of in,
// which has a separate buffer.
func (r *interruptible) Read(buffer []byte) (int, error) {
	type outcome struct {
		bytes []byte
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		bytes := make([]byte, len(buffer))
		n, err := r.in.Read(bytes)
		done <- outcome{bytes[:n], err}
	}()
	select {
	case read := <-done:
		if err := r.ctx.Err(); err != nil {
			return 0, err
		}
		return copy(buffer, read.bytes), read.err
	case <-r.ctx.Done():
		return 0, r.ctx.Err()
	}
}

func (in *input) close() {
	if in.file != nil {
		in.file.Close()
	}
}

// fault adds the name of the text to an error.
func (in *input) fault(err error) error {
	if err == nil || in.file != nil && errors.As(err, new(*os.PathError)) { // which names the file
		return err
	}
	return fmt.Errorf("%s: %w", in.name, err)
}

// each calls use with each game or position of the text, and with the number of the
// game, from 1. rules are those of texts that do not state their own. It stops at the
// first fault and at the first error of use.
func (in *input) each(rules engine.Rules, use func(number int, item record.Item) error) error {
	reader := record.NewReader(in.reader)
	reader.Rules = rules
	number := 0
	for {
		item, err := reader.NextItem()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return in.fault(err)
		}
		if item.Game != nil {
			number++
		}
		if err := use(number, item); err != nil {
			return err
		}
	}
}
