package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"cathedral/bench/farm"
	"cathedral/engine/enginetest"
)

// reported is what a server may say of which a client forges all that it can.
var reported = farm.State{
	Runs: []farm.RunState{{
		Run: "match1", Kind: "match", Seconds: 61, PerMinute: 12.5,
		Keys: map[string]farm.Holding{"UA": {Jobs: 3}},
	}},
	Workers: []farm.WorkerState{
		{Name: "far\x1b[2J\nnear", Cores: 2, NodesPerSecond: 5, Build: "first\r", Key: "UA", Held: farm.Holding{Jobs: 3, Seconds: 90, PerMinute: 12.5}},
		{Key: "UB", Held: farm.Holding{Dismissed: "game 1.1 is false"}},
	},
}

// Runs, keys and held jobs are shown, and nothing that a terminal obeys.
func TestTheTablesNameRunsAndKeys(t *testing.T) {
	var out bytes.Buffer
	enginetest.Must(t, writeFarm(&out, &reported))
	lines := strings.Split(out.String(), "\n")
	if len(lines) != 7 {
		t.Fatalf("%d lines: %s", len(lines), &out)
	}
	for line, want := range map[int][]string{
		1: {`"match1"`, `"match"`, "1m1s", "12.5"},
		4: {`"far\x1b[2J\nnear"`, "12.5", " 3 ", "1m30s", `"UA"`, `"first\r"`},
		5: {`"UB"`, "dismissed: game 1.1 is false"},
	} {
		for _, text := range want {
			if !strings.Contains(lines[line], text) {
				t.Errorf("%q lacks %q", lines[line], text)
			}
		}
	}
	if strings.ContainsAny(out.String(), "\x1b\r") {
		t.Errorf("%q controls the terminal", &out)
	}
}

// On a terminal a list takes the place of the last one.
func TestAListIsWrittenInPlace(t *testing.T) {
	var out bytes.Buffer
	enginetest.Must(t, redrawFarm(&out, &reported, false, time.Now()))
	text := out.String()
	if !strings.HasPrefix(text, toTop) || !strings.HasSuffix(text, clearRest) || strings.Count(text, clearLine) != 8 || !strings.Contains(text, "the server is unreachable") {
		t.Errorf("%q", text)
	}
}

// The list of a real server is the same as a table and as JSON, once or again and again.
func TestTheListOfAServer(t *testing.T) {
	server, err := farm.StartServer(farm.ServerConfig{Address: "127.0.0.1:0"})
	enginetest.Must(t, err)
	defer server.Close()
	connection, err := farm.Connect(server.URL(), "here", farm.Credentials{}, nil)
	enginetest.Must(t, err)
	defer connection.Close()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	worker := farm.Worker{Connection: connection, Name: "here", Slots: 2, Notice: func(string) {}}
	ended := make(chan error, 1)
	go func() { ended <- worker.Serve(ctx) }()
	var out bytes.Buffer
	for !strings.Contains(out.String(), `"name":"here"`) && t.Context().Err() == nil { // it may not serve yet
		out.Reset()
		cmd := NewWorkers(&Factory{Out: &out})
		cmd.SetArgs([]string{server.URL(), "--json"})
		enginetest.Must(t, cmd.Execute())
	}
	var found farm.State
	if err := json.Unmarshal(out.Bytes(), &found); err != nil || len(found.Workers) != 1 || found.Workers[0].Slots != 2 || found.Workers[0].Key != "here" || found.Runs == nil || len(found.Runs) > 0 {
		t.Errorf("%+v, %v", found, err)
	}
	watching, end := context.WithTimeout(t.Context(), time.Minute)
	defer end()
	lists := &repeats{text: `"here"`, end: end}
	cmd := NewWorkers(&Factory{Out: lists})
	cmd.SetArgs([]string{server.URL(), "--watch", "--interval", "1s"})
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	if err := cmd.ExecuteContext(watching); !errors.Is(err, context.Canceled) || strings.Count(lists.String(), `"here"`) < 2 {
		t.Errorf("%v: %s", err, lists)
	}
	stop()
	<-ended
}

// repeats calls end when a text has been written twice.
type repeats struct {
	bytes.Buffer
	text string
	end  func()
}

func (r *repeats) Write(data []byte) (int, error) {
	n, err := r.Buffer.Write(data)
	if strings.Count(r.String(), r.text) > 1 {
		r.end()
	}
	return n, err
}
