//go:build unix

package main

import (
	"io"
	"os"
	"testing"
)

func TestProgramEndsWhenNobodyReadsItsAnswers(t *testing.T) {
	// Counting five plies takes hours, with nothing to write for minutes.
	for _, line := range []string{"", "go perft 5", "go infinite"} {
		reader, writer, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		program := newProgram(t, writer)
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
		if err := program.Wait(); err != nil {
			t.Errorf("%q: %v", line, err)
		}
	}
}
