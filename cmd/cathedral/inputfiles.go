package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"cathedral/engine"
	"cathedral/engine/record"
)

// input is a text that a command reads: a file, or standard input.
type input struct {
	name   string // for messages
	reader *bufio.Reader
	file   *os.File // nil for standard input
}

// openInput opens the file that a command's arguments name. None, and "-", stand
// for standard input. Reading ends with ctx.
func openInput(ctx context.Context, f *factory, arguments []string) (*input, error) {
	if len(arguments) == 0 || arguments[0] == "-" {
		if f.interactive {
			fmt.Fprintln(f.err, "Reading what you type: a game, a list of moves or positions; end with ^D.")
		}
		return &input{name: "standard input", reader: newInputReader(ctx, f.in)}, nil
	}
	file, err := os.Open(arguments[0])
	if err != nil {
		return nil, err
	}
	return &input{name: arguments[0], reader: newInputReader(ctx, file), file: file}, nil
}

// newInputReader returns a reader that can look at any line the engine reads
// before it has to say what kind of text this is.
func newInputReader(ctx context.Context, in io.Reader) *bufio.Reader {
	return bufio.NewReaderSize(&interruptible{ctx, in}, record.MaxLine)
}

// interruptible is a reader that gives up when its context ends, also where the
// reader below it waits for somebody to type.
type interruptible struct {
	ctx context.Context
	in  io.Reader
}

// Read reads as the reader below does. Where it gives up, that one is left behind
// with a buffer of its own.
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

// fault returns an error about the text, with its name.
func (in *input) fault(err error) error {
	if err == nil || in.file != nil && errors.As(err, new(*os.PathError)) { // which has the name
		return err
	}
	return fmt.Errorf("%s: %w", in.name, err)
}

// hasPositions reports whether the text is a position file, which begins with a
// board; any other text is taken for game records or lists of moves.
func (in *input) hasPositions() bool {
	begin, _ := in.reader.Peek(record.MaxLine) // an error will be met again while reading
	return record.IsPositionFile(string(begin))
}

// eachRecord hands over the games of the text one by one, with their numbers,
// until one is faulty or use returns an error.
func (in *input) eachRecord(use func(number int, game *record.Game) error) error {
	reader := record.NewReader(in.reader)
	for number := 1; ; number++ {
		game, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return in.fault(err)
		}
		if err := use(number, game); err != nil {
			return err
		}
	}
}

// eachPosition hands over the entries of a position file one by one, until one is
// faulty or use returns an error.
func (in *input) eachPosition(rules engine.Rules, use func(entry *record.Entry) error) error {
	reader := record.NewPositionReader(in.reader, rules)
	for {
		entry, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return in.fault(err)
		}
		if err := use(entry); err != nil {
			return err
		}
	}
}
