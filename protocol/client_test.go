package protocol

import (
	"context"
	"errors"
	"net"
	"os"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"cathedral/engine/enginetest"
	"cathedral/protocol/wire"
	"cathedral/search"
)

// soon is how long a test waits for what is not to come.
const soon = 100 * time.Millisecond

func TestHandshakeReadsNamesAndOptions(t *testing.T) {
	client := badEngine(t, "never", "")
	enginetest.Must(t, client.Handshake(t.Context(), patience))
	want := []wire.Option{
		{Name: "Hash", Type: "spin", Default: "1", Min: 1, Max: 9},
		{Name: "Clear Hash", Type: "button"},
		{Name: "Ponder", Type: "check", Default: "false"},
		{Name: "Log File", Type: "string", Default: "x"},
	}
	if client.Name() != "Bad" || client.Author() != "Ren?" || !reflect.DeepEqual(client.Options(), want) {
		t.Errorf("%q by %q with %+v", client.Name(), client.Author(), client.Options())
	}
	for _, option := range [][2]string{{"hash", "3"}, {"CLEAR hash", ""}} {
		if err := client.SetOption(option[0], option[1]); err != nil {
			t.Error(err)
		}
	}
	if err := client.SetOption("Threads", "2"); err == nil {
		t.Error("an option that was not declared is taken")
	}
	if err := client.SetOption("Hash", "1\nquit"); err == nil {
		t.Error("a line break is sent")
	}
	if err := client.NewGame(t.Context(), patience); err != nil {
		t.Error(err)
	}
	if err := client.Quit(patience); err != nil {
		t.Error(err)
	}
}

func TestHandshakeFallsBackToUCI(t *testing.T) {
	t.Parallel()
	var sent []string
	config := faultyEngine("never", "uci")
	config.Trace = func(out bool, line string) {
		if out {
			sent = append(sent, line)
		}
	}
	client := start(t, config)
	for client.name == "" { // a machine may be slower than half the patience
		if err := client.Handshake(t.Context(), 2*time.Second); err != nil {
			t.Log(err)
		}
	}
	client.NewGame(t.Context(), patience)
	question := Question{Clocks: &Clocks{Remaining: [2]time.Duration{time.Second, time.Minute}}}
	if _, err := client.Go(t.Context(), &question, Deadline{Grace: patience}); err != nil {
		t.Fatal(err)
	}
	if text := strings.Join(sent, "|"); !strings.HasSuffix(text, "|ucinewgame|isready|position startpos|go wtime 1000 btime 60000") {
		t.Errorf("sent %s", text)
	}
}

func TestAnswerHoldsWhatTheEngineSaid(t *testing.T) {
	client := badEngine(t, "never", "")
	answer, err := client.Go(t.Context(), &Question{}, Deadline{Due: patience})
	enginetest.Must(t, err)
	want := wire.Info{Depth: 3, SelectiveDepth: 5, Score: search.Score{Centi: -125}, HasScore: true, Nodes: 1000,
		Time: 12 * time.Millisecond, PV: []string{"CAnB1", "TAnA1"}}
	if answer.Move != "CAnB1" || answer.Ponder != "TAnA1" || answer.Elapsed <= 0 || !reflect.DeepEqual(answer.Info, want) {
		t.Errorf("%+v", answer)
	}
}

// verdict is what a test expects of an error: its type, and parts of its text.
type verdict struct {
	kind  error
	parts []string
}

func (v verdict) check(t *testing.T, name string, err error) {
	t.Helper()
	if reflect.TypeOf(err) != reflect.TypeOf(v.kind) {
		t.Errorf("%s: got %T (%v), want %T", name, err, err, v.kind)
		return
	}
	for _, part := range v.parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%s: %q does not say %q", name, err, part)
		}
	}
}

func TestVerdictsAtEveryStage(t *testing.T) {
	stages := []struct {
		word string
		step func(c *Client, ctx context.Context, patience time.Duration) error
	}{
		{"ugi", (*Client).Handshake},
		{"isready", (*Client).Ready},
		{"go", func(c *Client, ctx context.Context, patience time.Duration) error {
			_, err := c.Go(ctx, &Question{}, Deadline{Grace: patience})
			return err
		}},
	}
	faults := []struct {
		fault    string
		patience time.Duration
		want     verdict
	}{
		{"crash", patience, verdict{&CrashError{}, []string{"exit status 3", "noise / panic: out of cathedrals / goroutine 1"}}},
		{"half-crash", patience, verdict{&CrashError{}, []string{"exit status 4", `"bestmo"`}}},
		{"close", patience, verdict{&CrashError{}, []string{"closed its pipes without ending"}}},
		{"hang", soon, verdict{&SilentError{}, []string{"within 100ms"}}},
		{"half", soon, verdict{&SilentError{}, []string{"within 100ms"}}},
		{"binary", patience, verdict{&NonsenseError{}, []string{"control character", `"\x7fELF\x00\x01\x02\xff"`}}},
		{"latin", patience, verdict{&NonsenseError{}, []string{"not UTF-8", `"bestmove \xe9\xe8"`}}},
		{"endless", patience, verdict{&NonsenseError{}, []string{"a line of more than 65536 bytes", `"xxxx`}}},
		{"flood", soon, verdict{&SilentError{}, nil}},
		{"flood-errors", patience, verdict{nil, nil}},
	}
	for _, stage := range stages {
		for _, fault := range faults {
			name := stage.word + " " + fault.fault
			t.Run(name, func(t *testing.T) {
				t.Parallel() // most of it is waiting
				client := badEngine(t, stage.word, fault.fault)
				fault.want.check(t, name, stage.step(client, t.Context(), fault.patience))
				client.Close()
				<-client.Ended()
			})
		}
	}
}

func TestSilenceInTheMiddleOfALineIsQuoted(t *testing.T) {
	client := badEngine(t, "start", "half")
	for client.lines.unfinished() == "" {
		time.Sleep(time.Millisecond)
	}
	verdict{&SilentError{}, []string{`"bestmo"`}}.check(t, "half", client.Ready(t.Context(), soon))
}

func TestVerdictsOnAnswers(t *testing.T) {
	tests := []struct {
		stage, fault string
		deadline     Deadline
		want         verdict
	}{
		{"go", "nothing", Deadline{}, verdict{&NonsenseError{}, []string{"without a move"}}},
		{"never", "", Deadline{Due: 1, Grace: patience}, verdict{&SlowError{}, []string{"too late"}}},
		{"start", "crash", Deadline{}, verdict{&CrashError{}, []string{"exit status 3"}}},
		{"start", "deaf", Deadline{Grace: soon}, verdict{&SilentError{}, nil}},
		{"never", "", Deadline{Due: -1, Grace: patience}, verdict{nil, nil}},
		{"go", "hang", Deadline{Due: -1}, verdict{&SilentError{}, nil}},
	}
	for _, test := range tests {
		client := badEngine(t, test.stage, test.fault)
		_, err := client.Go(t.Context(), &Question{}, test.deadline)
		if test.fault == "deaf" { // whether the write or the wait finds out is the system's to say
			if err == nil {
				t.Errorf("%s: no error", test.fault)
			}
			continue
		}
		test.want.check(t, test.stage+" "+test.fault, err)
		client.Close()
	}
}

func TestSlowAnswersAreAnswersStill(t *testing.T) {
	client := badEngine(t, "never", "")
	answer, err := client.Go(t.Context(), &Question{}, Deadline{Due: 1, Grace: patience})
	slow := (*SlowError)(nil)
	if !errors.As(err, &slow) || answer.Move != "CAnB1" || slow.Overrun() <= 0 || slow.Overrun() != slow.Elapsed-1 {
		t.Errorf("%+v, %+v", answer, err)
	}
}

func TestDeathAfterTheAnswerIsFoundOutNext(t *testing.T) {
	client := badEngine(t, "go", "answer-crash")
	if _, err := client.Go(t.Context(), &Question{}, Deadline{}); err != nil {
		t.Fatal(err)
	}
	<-client.Ended()
	_, err := client.Go(t.Context(), &Question{}, Deadline{})
	verdict{&CrashError{}, []string{"exit status 5"}}.check(t, "second go", err)
}

func TestWhatIsSaidAfterTheBestMoveIsReadOver(t *testing.T) {
	client := badEngine(t, "go", "talk")
	enginetest.Must(t, client.Handshake(t.Context(), patience))
	for range 20 { // whether the line or the end of the wait is seen first is left to chance
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		_, err := client.Go(ctx, &Question{}, Deadline{Grace: patience})
		cancel()
		enginetest.Must(t, err)
		time.Sleep(time.Millisecond) // so that the lines are there
	}
}

func TestLinesBeforeTheDeadlineDoNotPutItOff(t *testing.T) {
	lines := make(chan engineLine, 3)
	client := &Client{lines: &engineLines{lines: lines}, timer: time.NewTimer(time.Hour)}
	for range 50 {
		for range cap(lines) {
			lines <- engineLine{text: "info string x"}
		}
		ended := make(chan error, 1)
		go func() {
			_, _, err := client.Await(t.Context(), "bestmove", time.Now(), func(string) (bool, error) { return false, nil })
			ended <- err
		}()
		select {
		case err := <-ended:
			if silent := (*SilentError)(nil); !errors.As(err, &silent) || len(lines) > 0 {
				t.Fatalf("error %v, and %d lines are left", err, len(lines))
			}
		case <-time.After(patience):
			t.Fatal("it waits beyond the deadline")
		}
	}
}

func TestALateLineIsLeftForTheNextWait(t *testing.T) {
	lines := make(chan engineLine, 3)
	var read []string
	client := &Client{lines: &engineLines{lines: lines}, timer: time.NewTimer(time.Hour), thinking: true,
		trace: func(_ bool, line string) { read = append(read, line) }}
	client.begun = time.Now()
	client.since, client.asked = client.begun, client.begun
	lines <- engineLine{text: "info depth 3", at: client.begun}
	lines <- engineLine{text: "bestmove CAnB1", at: client.begun.Add(soon + time.Millisecond)}
	answer, err := client.Answer(t.Context(), Deadline{Grace: soon})
	verdict{&SilentError{}, nil}.check(t, "at the deadline", err)
	if answer, err = client.Answer(t.Context(), Deadline{Grace: patience}); err != nil || answer.Move != "CAnB1" || answer.Elapsed != soon+time.Millisecond {
		t.Errorf("%+v, %v", answer, err)
	}
	if len(read) != 2 {
		t.Errorf("traced %q", read)
	}
}

func TestARepeatedBestMoveIsAnAnswerOnlyIfItIsLegal(t *testing.T) {
	for _, test := range []struct {
		sent     string        // after the first answer, TAnA1 at ply 1
		at       time.Duration // when it comes again, since then
		repeated bool
	}{
		{"position startpos moves CAnF5 TAnA1 TAnA2|go", time.Second, true}, // the square is taken
		{"position startpos moves CAnF5 TAnC3 TAnA2|go", time.Second, false},
		{"position startpos moves CAnF5 TAnC3 TAnA2|go", -time.Second, true},
		{"position startpos moves CAnF5 TAnC3 TAnA2|go depth 1|go", time.Second, false},
		{"setoption name Rules value woods|position startpos|go", time.Second, false},
		{"setoption name Rules value woods|go perft 3", time.Second, true},
		{"uginewgame|go", time.Second, true},                           // the Cathedral is first
		{"position startpos moves CAnF5 QUEEN|go", time.Second, false}, // nobody knows the position
	} {
		var watch answerWatch
		for _, line := range strings.Split("position startpos moves CAnF5|go depth 1|bestmove TAnA1|"+test.sent, "|") {
			if watch.sent(line, time.Now()); watch.isRepetition(&engineLine{text: line, at: time.Now()}) {
				t.Errorf("%s: %s is a repetition", test.sent, line)
			}
		}
		if repeated := watch.isRepetition(&engineLine{text: "bestmove TAnA1", at: time.Now().Add(test.at)}); repeated != test.repeated {
			t.Errorf("%s, %s: repeated %t", test.sent, test.at, repeated)
		}
	}
}

func TestAnUnaskedBestMoveIsNonsense(t *testing.T) {
	lines := make(chan engineLine, 1)
	client := &Client{lines: &engineLines{lines: lines}, timer: time.NewTimer(time.Hour), thinking: true, begun: time.Now()}
	lines <- engineLine{text: "bestmove TAnA3"} // long ago
	_, err := client.Answer(t.Context(), Deadline{})
	verdict{&NonsenseError{}, []string{"unexpected bestmove"}}.check(t, "another move", err)
}

func TestASecondBestMoveIsNonsense(t *testing.T) {
	client := badEngine(t, "go", "twice")
	if _, err := client.Go(t.Context(), &Question{}, Deadline{}); err != nil {
		t.Fatal(err)
	}
	var err error
	for err == nil { // it comes at its own time
		_, err = client.Go(t.Context(), &Question{}, Deadline{})
	}
	verdict{&NonsenseError{}, []string{"unexpected bestmove"}}.check(t, "twice", err)
}

func TestComplaintsAreKept(t *testing.T) {
	client := badEngine(t, "setoption", "complain")
	client.Send("setoption name Hash value x")
	enginetest.Must(t, client.Ready(t.Context(), patience))
	if got := client.Complaints(); len(got) != 1 || !strings.Contains(got[0], `word 5 "x"`) {
		t.Errorf("%q", got)
	}
	if got := client.Complaints(); len(got) != 0 {
		t.Errorf("%q again", got)
	}
}

func TestACancelledContextEndsTheWait(t *testing.T) {
	client := badEngine(t, "go", "hang")
	ctx, cancel := context.WithCancel(t.Context())
	enginetest.Must(t, client.Think(&Question{}))
	cancel()
	if _, err := client.Answer(ctx, Deadline{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestQuitThatIsIgnoredIsReportedAndEndsAllTheSame(t *testing.T) {
	t.Parallel()
	for _, fault := range []string{"hang", "flood", "endless"} {
		client := badEngine(t, "quit", fault)
		verdict{&SilentError{}, []string{"quit"}}.check(t, fault, client.Quit(soon))
		<-client.Ended()
	}
	client := badEngine(t, "quit", "crash")
	verdict{&CrashError{}, []string{"exit status 3"}}.check(t, "quit crash", client.Quit(patience))
}

func TestFloodsAreReadInBoundedMemory(t *testing.T) {
	for _, fault := range []string{"flood", "endless", "flood-errors"} {
		client := badEngine(t, "start", fault)
		client.Ready(t.Context(), 5*soon)
		var memory runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&memory)
		if memory.HeapAlloc > 64<<20 {
			t.Errorf("%s: %d MiB in use", fault, memory.HeapAlloc>>20)
		}
		client.Close()
	}
}

// listen waits for a process to connect, and returns the connection, which lives
// as long as the process.
func listen(t *testing.T) (address string, accept func() net.Conn) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	enginetest.Must(t, err)
	t.Cleanup(func() { listener.Close() })
	return listener.Addr().String(), func() net.Conn {
		t.Helper()
		listener.(*net.TCPListener).SetDeadline(time.Now().Add(patience))
		connection, err := listener.Accept()
		if err != nil {
			t.Fatal("the process has not come up: ", err)
		}
		t.Cleanup(func() { connection.Close() })
		return connection
	}
}

// expectDeath waits for the process at the other end to be gone.
func expectDeath(t *testing.T, connection net.Conn) {
	t.Helper()
	connection.SetReadDeadline(time.Now().Add(patience))
	var err error
	for err == nil {
		_, err = connection.Read(make([]byte, 100))
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error("a process was left behind")
	}
}

func TestStartingWhatIsNotThereIsAnError(t *testing.T) {
	if client, err := StartClient(ClientConfig{Command: "./no-such-engine"}); err == nil {
		client.Close()
		t.Error("no error")
	}
	if client, err := StartClient(ClientConfig{Command: os.Args[0], Directory: "no-such-directory"}); err == nil {
		client.Close()
		t.Error("no error")
	}
}
