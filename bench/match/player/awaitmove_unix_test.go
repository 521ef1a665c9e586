//go:build unix

package player

import (
	"errors"
	"strings"
	"testing"
	"time"

	"cathedral/engine/enginetest"
	"cathedral/engine/record"
	"cathedral/protocol"
)

func TestAnEngineThatLostItsSearchIsNotAwaitedForEver(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		atStop string // what the engine does
		grace  time.Duration
		want   string
	}{{"echo bestmove pass", time.Minute, ""}, {":", time.Millisecond, "wrote nothing but readyok for 1.500 s, nor did it obey stop"}} {
		p := &Player{log: &engineLog{}, grace: test.grace, quiet: time.Second, idle: 1500 * time.Millisecond, flooded: func() {}}
		var err error
		p.client, err = protocol.StartClient(protocol.ClientConfig{Command: "sh", Trace: p.trace, Arguments: []string{"-c",
			"while read line; do case $line in isready) echo readyok;; stop) " + test.atStop + ";; esac; done"}})
		enginetest.Must(t, err)
		defer p.client.Close()
		enginetest.Must(t, p.client.Think(&protocol.Question{}))
		reply, err := p.awaitUnhurried(t.Context())
		fault := (*Fault)(nil)
		switch {
		case test.want == "" && (err != nil || reply.Move != "pass"):
			t.Errorf("%+v, %v", reply, err)
		case test.want != "" && (!errors.As(err, &fault) || fault.Termination != record.Silence || !strings.HasPrefix(fault.Cause, test.want)):
			t.Errorf("%v, want %q", err, test.want)
		}
	}
}
