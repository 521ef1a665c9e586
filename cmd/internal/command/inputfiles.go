package command

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"cathedral/engine"
	"cathedral/engine/record"
)

// Input is a text that a command reads, from a file or standard input.
type Input struct {
	Name string // for messages
	io.Reader
	io.ReaderAt          // for record.CheckKind
	wanted      string   // see there
	file        *os.File // nil for standard input
}

// OpenInput opens a file, or standard input if its name is "" or "-". Errors say what the command
// wanted, such as "games", if it has got something else. Reads fail after the end of ctx. The
// caller closes the input.
func (f *Factory) OpenInput(ctx context.Context, name, wanted string) (*Input, error) {
	if isStandardInput(name) {
		if f.Interactive {
			fmt.Fprintln(f.Err, "Reading standard input. Type a game, a list of moves or positions, and end with ^D.")
		}
		stream, _ := f.In.(*os.File) // nil, which reads nothing, in tests
		return &Input{inputName(name), &interruptible{ctx, f.In}, stream, wanted, nil}, nil
	}
	return openFile(ctx, name, wanted)
}

func openFile(ctx context.Context, name, wanted string) (*Input, error) {
	file, err := Await(ctx, func() (*os.File, error) { return os.Open(name) })
	if err != nil {
		return nil, err
	}
	return &Input{name, &interruptible{ctx, file}, file, wanted, file}, nil
}

// inputName returns the name of an input for messages.
func inputName(name string) string {
	if isStandardInput(name) {
		return "standard input"
	}
	return name
}

func isStandardInput(name string) bool { return name == "" || name == "-" }

// interruptible is a reader that fails at the end of ctx, even while in waits
// for input.
type interruptible struct {
	ctx context.Context
	in  io.Reader
}

// Read implements io.Reader. When ctx ends, it abandons a blocked read of in,
// which has a separate buffer.
func (r *interruptible) Read(buffer []byte) (int, error) {
	read, err := Await(r.ctx, func() ([]byte, error) {
		bytes := make([]byte, len(buffer))
		n, err := r.in.Read(bytes)
		return bytes[:n], err
	})
	return copy(buffer, read), err
}

// Await returns the results of wait, or the error of ctx as soon as ctx ends. It then abandons
// wait, which must change nothing that others use, such as the opening of a pipe.
func Await[T any](ctx context.Context, wait func() (T, error)) (result T, err error) {
	type outcome struct {
		result T
		err    error
	}
	done := make(chan outcome, 1)
	go func() {
		result, err := wait()
		done <- outcome{result, err}
	}()
	select {
	case found := <-done:
		if ctx.Err() == nil {
			return found.result, found.err
		}
	case <-ctx.Done():
	}
	return result, ctx.Err()
}

// Close closes the file.
func (in *Input) Close() error {
	if in.file == nil {
		return nil
	}
	return in.file.Close()
}

// Fault adds the name of the text to err, unless err is nil or names the file already. If the text
// is of another kind than the command wanted, it says so in place of err.
func (in *Input) Fault(err error) error {
	if err == nil || in.file != nil && errors.As(err, new(*os.PathError)) { // which names the file
		return err
	}
	if !errors.Is(err, context.Canceled) {
		err = cmp.Or(record.CheckKind(in, in.wanted), err)
	}
	return fmt.Errorf("%s: %w", in.Name, err)
}

// EachItem opens the input called name and calls use with each of its games and positions, and with
// the number of the game, from 1. rules apply to texts that do not state their own. EachItem stops
// at the first fault and at the first error of use, and adds the name of the input. An input without
// a game is an error, unless positions are wanted and there is one.
func (f *Factory) EachItem(ctx context.Context, name, wanted string, rules engine.Rules, use func(number int, item record.Item) error) error {
	in, err := f.OpenInput(ctx, name, wanted)
	if err != nil {
		return err
	}
	defer in.Close()
	reader := record.NewReader(in)
	reader.Rules = rules
	for number, empty := 0, true; ; {
		item, err := reader.NextItem()
		switch {
		case errors.Is(err, io.EOF) && empty:
			return in.Fault(errors.New("there are no " + wanted))
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return in.Fault(err)
		case item.Game != nil:
			number++
		}
		empty = empty && item.Game == nil && wanted == "games"
		if err := use(number, item); err != nil {
			return in.Fault(err)
		}
	}
}

// ReadGames returns the games in files. rules apply to those that do not state their own. A position
// in a file is an error.
func (f *Factory) ReadGames(ctx context.Context, rules engine.Rules, files ...string) ([]*record.Game, error) {
	var games []*record.Game
	for _, file := range files {
		err := f.EachItem(ctx, file, "games", rules, func(_ int, item record.Item) error {
			if item.Game == nil {
				return fmt.Errorf("line %d is a position, not a game", item.Entry.Line)
			}
			games = append(games, item.Game)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return games, nil
}

// ReadFile opens the file called name, in which there should be what is wanted, and returns the
// result of read, or the zero value if name is "". Errors include the name. Reads fail after the
// end of ctx.
func ReadFile[T any](ctx context.Context, name, wanted string, read func(in io.Reader) (T, error)) (result T, err error) {
	if name == "" {
		return result, nil
	}
	in, err := openFile(ctx, name, wanted)
	if err != nil {
		return result, err
	}
	defer in.Close()
	result, err = read(in.Reader)
	return result, in.Fault(err)
}

// mostText is the size in bytes of the largest file for ReadText.
const mostText = 64 << 20

// ReadText returns the whole text of a file, as ReadFile does.
func ReadText(ctx context.Context, name, wanted string) ([]byte, error) {
	return ReadFile(ctx, name, wanted, func(in io.Reader) ([]byte, error) {
		text, err := io.ReadAll(io.LimitReader(in, mostText+1))
		if err == nil && len(text) > mostText {
			err = fmt.Errorf("it is larger than %d bytes", mostText)
		}
		return text, cmp.Or(err, record.CheckKind(bytes.NewReader(text), wanted))
	})
}
