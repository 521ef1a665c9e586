package protocol

// The server as an engine: a process of its own with real pipes, or in memory.

import (
	"errors"
	"testing"

	"cathedral/protocol/process"
	"cathedral/search"
)

func TestServerProcessEndsAtTheEndOfItsInput(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"go infinite", "go ponder", "go solve", "go perft 9", "isready"} {
		client := badEngine(t, "server")
		if err := client.Handshake(t.Context(), patience); err != nil {
			t.Fatal(err)
		}
		client.Send(command)
		client.CloseInput()
		<-client.Ended()
		if err := client.transport.Fault(); err != nil {
			t.Errorf("%s: %v", command, err)
		}
	}
}

func TestServerProcessEndsQuietlyWhenItsOutputIsClosed(t *testing.T) {
	for _, command := range []string{"go infinite", "go perft 3", "isready", "nonsense"} {
		client := badEngine(t, "server")
		if err := client.Handshake(t.Context(), patience); err != nil {
			t.Fatal(err)
		}
		client.transport.(*process.Process).CloseOutput()
		client.Send(command)
		<-client.Ended()
		if err := client.transport.Fault(); err != nil {
			t.Errorf("%s: %v", command, err)
		}
		if words := client.transport.LastWords(); len(words) > 0 {
			t.Errorf("%s: its last words were %q", command, words)
		}
	}
}

func TestServerIsAnEngineForTheClient(t *testing.T) {
	for name, start := range serverClients() {
		t.Run(name, func(t *testing.T) { playWith(t, start(t, nil)) })
	}
}

// playWith sends the engine everything that a game needs.
func playWith(t *testing.T, client *Client) {
	if err := client.Handshake(t.Context(), patience); err != nil {
		t.Fatal(err)
	}
	for _, option := range client.Options() {
		if err := client.SetOption(option.Name, option.Default); err != nil {
			t.Error(err)
		}
	}
	if err := client.NewGame(t.Context(), patience); err != nil {
		t.Fatal(err)
	}
	if complaints := client.Complaints(); len(complaints) > 0 {
		t.Errorf("the defaults are not accepted: %q", complaints)
	}
	question := Question{Moves: parsedMoves(t, "CAnF5"), Limits: search.Limits{Nodes: 500}}
	answer, err := client.Go(t.Context(), &question, Deadline{Grace: patience})
	if err != nil || answer.Info.Depth < 1 || !answer.Info.HasScore || answer.Info.PV[0] != answer.Move {
		t.Errorf("%+v, %v", answer, err)
	}
	question.Limits = search.Limits{Infinite: true}
	if err := client.Think(&question); err != nil {
		t.Fatal(err)
	}
	if err := client.Stop(); err != nil {
		t.Fatal(err)
	}
	if _, err := client.Answer(t.Context(), Deadline{Grace: patience}); err != nil {
		t.Error(err)
	}
	question.Limits, question.Ponder = search.Limits{Nodes: 500}, true
	if err := client.Think(&question); err != nil {
		t.Fatal(err)
	}
	if err := client.PonderHit(); err != nil {
		t.Fatal(err)
	}
	if _, err := client.Answer(t.Context(), Deadline{Grace: patience}); err != nil {
		t.Error(err)
	}
	if err := client.Quit(patience); err != nil {
		t.Error(err)
	}
	crash := (*CrashError)(nil)
	if err := client.Send("isready"); !errors.As(err, &crash) {
		t.Errorf("after the end: %v", err)
	}
}
