//go:build unix

package main

import (
	"bytes"
	"net"
	"strings"
	"sync"
	"testing"

	"cathedral/engine/enginetest"
)

// spoken is what a program or a worker says. It is safe for concurrent use.
type spoken struct {
	mutex sync.Mutex
	text  bytes.Buffer
}

// Write implements io.Writer.
func (s *spoken) Write(text []byte) (int, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.text.Write(text)
}

func (s *spoken) String() string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.text.String()
}

// A port in use is reported at once.
func TestAPortInUseIsSaidAtOnce(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	enginetest.Must(t, err)
	defer listener.Close()
	var said spoken
	program := newProgram(t, nil, "match", "--engine", "random", "--engine", "greedy", "--listen", listener.Addr().String())
	program.Stderr = &said
	if err := program.Run(); err == nil || !strings.Contains(said.String(), "address already in use") {
		t.Errorf("%v: %s", err, &said)
	}
}
