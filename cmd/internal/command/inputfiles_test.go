package command

import (
	"context"
	"errors"
	"io"
	"testing"

	"cathedral/engine"
	"cathedral/engine/record"
)

func TestReadingEndsWithTheContext(t *testing.T) {
	waiting, write := io.Pipe() // nobody writes
	defer write.Close()
	ctx, cancel := context.WithCancel(context.Background())
	f := &Factory{In: waiting, Out: io.Discard, Err: io.Discard}
	in, err := f.OpenInput(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	err = in.Each(engine.Rules{}, func(int, record.Item) error { return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
