package farm

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"

	"cathedral/engine/enginetest"
)

// The reason is reported at once, again when it changes, and otherwise rarely.
func TestTheReasonOfAWaitIsReportedAtOnceAndThenRarely(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		lookup := &net.DNSError{Name: "far.example", IsNotFound: true}
		connect := func() (*nats.Conn, error) {
			switch waited := time.Since(begin); {
			case waited < time.Hour:
				return nil, &AwayError{"nats://far.example", lookup}
			case waited < time.Hour+time.Minute:
				return nil, &AwayError{"nats://far.example", nats.ErrNoServers}
			}
			return nil, errors.New("refused")
		}
		reported := map[string]int{}
		_, err := await(t.Context(), func(text string) { reported[text]++ }, connect)
		if err == nil || err.Error() != "refused" {
			t.Errorf("error %v", err)
		}
		const nobody = `waits for nats://far.example: no host "far.example" (^C ends it)`
		const silence = "waits for nats://far.example: no server listens there (^C ends it)"
		if len(reported) != 2 || reported[nobody] < 2 || reported[nobody] > 10 || reported[silence] != 1 {
			t.Errorf("the reasons reported are %v", reported)
		}
	})
}

func TestNobodyWaitsForAServerLongerThanItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithTimeout(t.Context(), time.Minute)
		defer stop()
		connect := func() (*nats.Conn, error) { return nil, &AwayError{"nats://a", nats.ErrTimeout} }
		if _, err := await(ctx, func(string) {}, connect); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v", err)
		}
	})
}

func TestNoPasswordIsReported(t *testing.T) {
	for _, user := range []string{"name:secret", "secret"} {
		_, err := Connect("nats://"+user+"@127.0.0.1:1", "a", Credentials{}, nil)
		if err == nil || strings.Contains(err.Error(), "secret") || !strings.Contains(err.Error(), "nats://127.0.0.1:1: ") {
			t.Errorf("error %v", err)
		}
	}
}

// A port that accepts connections and says nothing is reported once, although each attempt
// has another port on this side.
func TestAMutePortIsReportedOnce(t *testing.T) {
	enginetest.Long(t) // each attempt takes two seconds
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	enginetest.Must(t, err)
	defer listener.Close()
	ctx, stop := context.WithTimeout(t.Context(), 8*time.Second)
	defer stop()
	var said []string
	_, err = Await(ctx, fmt.Sprintf("nats://%s", listener.Addr()), "a", Credentials{}, func(text string) { said = append(said, text) })
	if err == nil || len(said) != 1 || !strings.Contains(said[0], "no NATS server answers there") {
		t.Errorf("said is %q, %v", said, err)
	}
	for _, port := range []int{1, 2} {
		reset := &AwayError{"nats://a", &net.OpError{Op: "read", Net: "tcp", Source: &net.TCPAddr{Port: port}, Err: errors.New("connection reset by peer")}}
		if want := "nats://a: connection reset by peer"; reset.Error() != want {
			t.Errorf("%q, want %q", reset.Error(), want)
		}
	}
}

// A program that speaks another protocol, or nobody, is unreachable and not a fault of the caller.
func TestWhoDoesNotAnswerIsAway(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	enginetest.Must(t, err)
	url := fmt.Sprintf("nats://%s", listener.Addr())
	go func() {
		for connection, err := listener.Accept(); err == nil; connection, err = listener.Accept() {
			connection.Close()
		}
	}()
	for _, want := range []string{"no NATS server answers there", "no server listens there"} {
		connection, err := Connect(url, "a", Credentials{}, nil)
		if err == nil {
			connection.Close()
		}
		if !errors.As(err, new(*AwayError)) || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
		listener.Close()
	}
}
