//go:build unix

package main

import (
	"bytes"
	"io"
	"os"
	"testing"
)

func TestProgramEndsWhenNobodyReadsItsAnswers(t *testing.T) {
	// Counting five plies takes hours, with nothing to write for minutes.
	for _, line := range []string{"", "go perft 5", "go infinite", "nonsense"} {
		reader, writer, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		var said bytes.Buffer
		program := newProgram(t, writer)
		program.Stderr = &said
		in, err := program.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := program.Start(); err != nil {
			t.Fatal(err)
		}
		writer.Close()
		io.WriteString(in, line+"\n") // in stays open
		reader.Close()
		if err := program.Wait(); err != nil || said.Len() > 0 {
			t.Errorf("%q: %v, and it says %s", line, err, &said)
		}
	}
}
