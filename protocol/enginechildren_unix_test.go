//go:build unix

package protocol

import (
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"testing"
	"time"

	"cathedral/engine/enginetest"
	"cathedral/protocol/process"
	"cathedral/protocol/protocoltest"
)

func TestChildrenOfAnEngineEndWithIt(t *testing.T) {
	ends := map[string]func(c *Client){
		"closed":       (*Client).Close,
		"quits":        func(c *Client) { c.Quit(patience) },
		"ignores quit": func(c *Client) { c.Quit(time.Nanosecond) },
		"dies": func(c *Client) {
			syscall.Kill(c.transport.(*process.Process).ID(), syscall.SIGKILL)
			err := c.Ready(t.Context(), patience)
			verdict{&CrashError{}, []string{"signal: killed"}}.check(t, "dies", err)
		},
	}
	for _, end := range ends {
		address, accept := listen(t)
		config := faultyEngine("start", "fork")
		config.Environment = []string{protocoltest.Socket + "=" + address}
		client := start(t, config)
		connection := accept()
		end(client)
		expectDeath(t, connection)
	}
}

func TestEnginesDoNotOutliveAKilledRunner(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux can do this")
	}
	address, accept := listen(t)
	runner := exec.Command(os.Args[0])
	runner.Env = append(os.Environ(), roleVariable+"=runner", protocoltest.Socket+"="+address)
	enginetest.Must(t, runner.Start())
	connection := accept()
	runner.Process.Kill()
	runner.Wait()
	expectDeath(t, connection)
}
