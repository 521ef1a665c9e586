package player

import (
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/protocol"
)

// stoppedMachine runs this process, except between two moments after the start of a test. It is
// also the transport to an engine that runs on and answers each go after a time.
type stoppedMachine struct {
	protocol.Transport
	stop, resume time.Time
	thinks       time.Duration
	answers      chan string
	stops        int // that the engine was sent
}

// sleep sleeps, and longer if the process is stopped at the end.
func (m *stoppedMachine) sleep(d time.Duration) {
	time.Sleep(d)
	if now := time.Now(); now.After(m.stop) {
		time.Sleep(m.resume.Sub(now))
	}
}

func (m *stoppedMachine) Read(text []byte) (int, error) {
	line, isOpen := <-m.answers
	if !isOpen {
		return 0, io.EOF
	}
	m.sleep(0)
	return copy(text, line), nil
}

func (m *stoppedMachine) Write(text []byte, _ time.Duration) error {
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "go ") {
			time.AfterFunc(m.thinks, func() { m.answers <- "bestmove CAnF5\n" })
		}
		m.stops += strings.Count(line, "stop")
	}
	return nil
}

func (m *stoppedMachine) Close() { close(m.answers) }

// What the referee oversleeps is not charged to the move, wherever the answer waited for it, and
// deadlines move by it.
func TestNoMoveIsChargedForWhatTheRefereeOversleeps(t *testing.T) {
	const ms = time.Millisecond
	for _, test := range []struct {
		thinks, stop, resume, least, most time.Duration
		stops                             int
	}{
		{190 * ms, time.Hour, time.Hour, 190 * ms, 190 * ms, 0},
		{190 * ms, 180 * ms, 230 * ms, 177 * ms, 190 * ms, 0},   // the answer stands in the pipe
		{190 * ms, 180 * ms, 9000 * ms, 177 * ms, 190 * ms, 0},  // longer than the grace
		{240 * ms, 100 * ms, 150 * ms, 190 * ms, 200 * ms, 0},   // the engine still thinks
		{190 * ms, -50 * ms, 100 * ms, 90 * ms, 100 * ms, 0},    // the referee is stopped just after it asked
		{300 * ms, 100 * ms, 150 * ms, 250 * ms, 260 * ms, 1},   // too late all the same
		{300 * ms, time.Hour, time.Hour, 300 * ms, 300 * ms, 1}, // too late
	} {
		synctest.Test(t, func(t *testing.T) {
			begin := time.Now()
			machine := &stoppedMachine{stop: begin.Add(test.stop), resume: begin.Add(test.resume), thinks: test.thinks, answers: make(chan string)}
			clock := protocol.NewAwakeClock(5*ms, machine.sleep)
			specification := &Specification{Control: TimeControl{Base: 200 * ms}, Margin: 10 * ms}
			p := &Player{specification: specification, log: &engineLog{}, grace: time.Second, clock: clock, notice: func(string, string) {}}
			p.client = protocol.NewClient(machine, p.trace, clock)
			defer p.client.Close()
			defer time.Sleep(time.Second) // until the clock's goroutine has ended
			defer clock.Run()()
			start := engine.Start(engine.Rules{})
			clocks := [2]Clock{NewClock(specification.Control), NewClock(specification.Control)}
			answer, err := p.Move(t.Context(), &Turn{Start: &start, Position: &start, Clocks: &clocks})
			enginetest.Must(t, err)
			if real := time.Since(begin); answer.Elapsed < test.least || answer.Elapsed > test.most || answer.Elapsed+answer.Overslept != real || machine.stops != test.stops {
				t.Errorf("%+v: the move took %s and %s more, of %s, and the engine was sent %d stop", test, answer.Elapsed, answer.Overslept, real, machine.stops)
			}
		})
	}
}
