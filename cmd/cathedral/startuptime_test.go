package main

import (
	"bufio"
	"os/exec"
	"path/filepath"
	"testing"
)

// BenchmarkStart measures the time from the start of the process to ugiok.
func BenchmarkStart(b *testing.B) {
	program := filepath.Join(b.TempDir(), "cathedral.exe") // the name that Windows asks for does no harm elsewhere
	if output, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, output)
	}
	for b.Loop() {
		engine := exec.Command(program)
		in, err := engine.StdinPipe()
		if err != nil {
			b.Fatal(err)
		}
		out, err := engine.StdoutPipe()
		if err != nil {
			b.Fatal(err)
		}
		if err := engine.Start(); err != nil {
			b.Fatal(err)
		}
		in.Write([]byte("ugi\n"))
		for lines := bufio.NewScanner(out); lines.Scan() && lines.Text() != "ugiok"; {
		}
		b.StopTimer()
		in.Close()
		if err := engine.Wait(); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}
