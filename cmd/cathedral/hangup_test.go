//go:build unix

package main

import (
	"bytes"
	"io"
	"os"
	"testing"

	"cathedral/engine/enginetest"
)

func TestProgramEndsWhenNobodyReadsItsAnswers(t *testing.T) {
	// Counting five plies takes hours, with nothing to write for minutes.
	for _, line := range []string{"", "go perft 5", "go infinite", "nonsense"} {
		reader, writer, err := os.Pipe()
		enginetest.Must(t, err)
		var said bytes.Buffer
		program := newProgram(t, writer)
		program.Stderr = &said
		in, err := program.StdinPipe()
		enginetest.Must(t, err)
		enginetest.Must(t, program.Start())
		writer.Close()
		io.WriteString(in, line+"\n") // in stays open
		reader.Close()
		if err := program.Wait(); err != nil || said.Len() > 0 {
			t.Errorf("%q: %v, and it says %s", line, err, &said)
		}
	}
}
