package protocol

// Engines that misbehave: the test binary itself, started with a plan in its
// environment.

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"
)

const (
	planVariable   = "CATHEDRAL_TEST_PLAN"
	socketVariable = "CATHEDRAL_TEST_SOCKET"
)

func TestMain(m *testing.M) {
	if plan := os.Getenv(planVariable); plan != "" {
		os.Exit(carryOut(plan))
	}
	flag.Parse()
	flag.Set("test.parallel", "16") // those that are parallel mostly wait
	os.Exit(m.Run())
}

// carryOut is what the test binary does as an engine. A plan is "server" for the
// real server, or the word at which it begins to misbehave, and how.
func carryOut(plan string) int {
	signal.Ignore(syscall.SIGPIPE)
	switch plan {
	case "server":
		server := NewServer(Config{Name: "Test", Version: "1", Author: "Nobody"})
		if err := server.Run(context.Background(), os.Stdin, os.Stdout); err != nil {
			return 1
		}
		return 0
	case "runner":
		client, err := StartClient(ClientConfig{Command: os.Args[0], Environment: []string{planVariable + "=start connect"}})
		if err != nil {
			return 1
		}
		defer client.Close()
		hang()
	}
	stage, fault, _ := strings.Cut(plan, " ")
	if stage == "start" {
		misbehave(fault)
	}
	answers := map[string]string{
		"ugi":     "id name Bad Engine\nid author Ren\xe9\noption name Hash type spin default 16 min 1 max 64\noption name Clear Hash type button\nugiok\n",
		"isready": "readyok\n",
		"go":      "info depth 3 seldepth 5 score cp -125 nodes 1000 time 12 pv CAnB1 TAnA1\nbestmove CAnB1 ponder TAnA1\n",
	}
	if fault == "uci" {
		answers["uci"] = strings.ReplaceAll(answers["ugi"], "ugiok", "uciok")
		answers["ugi"] = ""
	}
	for scanner := bufio.NewScanner(os.Stdin); scanner.Scan(); {
		words := strings.Fields(scanner.Text())
		if len(words) == 0 {
			continue
		}
		if words[0] == stage {
			misbehave(fault)
		}
		if words[0] == "quit" {
			break
		}
		fmt.Print(answers[words[0]])
		if words[0] == "go" && fault == "talk" {
			fmt.Print("info string that was\ninfo string a good one\n")
		}
		if words[0] == "go" && fault == "echo" {
			fmt.Printf("info string %s\n", scanner.Text())
		}
	}
	return 0
}

// misbehave does what the word says, and then returns or does not.
func misbehave(fault string) {
	switch fault {
	case "crash":
		fmt.Fprintln(os.Stderr, strings.Repeat("noise\n", 100000)+"panic: out of cathedrals\ngoroutine 1")
		os.Exit(3)
	case "half-crash":
		fmt.Print("bestmo")
		os.Exit(4)
	case "answer-crash":
		fmt.Print("bestmove CAnB1\n")
		os.Exit(5)
	case "hang":
		hang()
	case "half":
		fmt.Print("bestmo")
		hang()
	case "binary":
		os.Stdout.Write([]byte("\x7fELF\x00\x01\x02\xff\n"))
	case "latin":
		os.Stdout.Write([]byte("bestmove \xe9\xe8\n"))
	case "endless":
		for {
			fmt.Print(strings.Repeat("x", 4096))
		}
	case "flood":
		for {
			fmt.Print(strings.Repeat("info string flood\n", 1000))
		}
	case "flood-errors":
		for range 1000 {
			fmt.Fprint(os.Stderr, strings.Repeat("flood of words\n", 1000))
		}
	case "illegal":
		fmt.Print("bestmove QUEEN\n")
	case "nothing":
		fmt.Print("bestmove\n")
	case "twice":
		fmt.Print("bestmove CAnB1\n")
	case "complain":
		fmt.Print("info string error: word 5 \"x\": want a whole number\n")
	case "close":
		os.Stdout.Close()
		hang()
	case "deaf":
		os.Stdin.Close()
		os.Stdin = nil
		hang()
	case "options":
		fmt.Print("option type spin\n")
	case "connect":
		connect()
	case "fork":
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), planVariable+"=start connect")
		child.Stdin, child.Stdout, child.Stderr = os.Stdin, os.Stdout, os.Stderr
		if err := child.Start(); err != nil {
			os.Exit(6)
		}
	}
}

// hang does nothing for longer than any test.
func hang() { time.Sleep(time.Hour) }

// connect holds a connection to the test for as long as the process lives.
func connect() {
	connection, err := net.Dial("tcp", os.Getenv(socketVariable))
	if err != nil {
		os.Exit(7)
	}
	fmt.Fprintln(connection, "here")
	hang()
}

// badEngine starts the test binary as an engine.
func badEngine(t testing.TB, plan string, environment ...string) *Client {
	t.Helper()
	client, err := StartClient(ClientConfig{Command: os.Args[0], Environment: append(environment, planVariable+"="+plan)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}
