package protocol

// The test binary is the engine of its tests: one that misbehaves, or the real server.

import (
	"context"
	"flag"
	"os"
	"testing"
	"time"

	"cathedral/engine/enginetest"
	"cathedral/protocol/protocoltest"
)

// roleVariable makes the test binary the real server, or a program that runs an engine.
const roleVariable = "CATHEDRAL_TEST_ROLE"

func TestMain(m *testing.M) {
	if status, isEngine := protocoltest.RunEngine(); isEngine {
		os.Exit(status)
	}
	switch os.Getenv(roleVariable) {
	case "server":
		if NewServer(Config{Name: "Test", Version: "1", Author: "Nobody"}).Run(context.Background(), os.Stdin, os.Stdout) != nil {
			os.Exit(1)
		}
		return
	case "runner":
		if _, err := StartClient(faultyEngine("start", "connect")); err != nil {
			os.Exit(1)
		}
		time.Sleep(time.Hour)
	}
	flag.Parse()
	flag.Set("test.parallel", "16") // those that are parallel mostly wait
	os.Exit(m.Run())
}

// faultyEngine returns how an engine is started that commits a fault at a stage.
func faultyEngine(stage, fault string) ClientConfig {
	return ClientConfig{Command: os.Args[0], Arguments: protocoltest.Arguments(stage, fault)}
}

// start starts an engine, which is closed at the end of the test.
func start(t testing.TB, config ClientConfig) *Client {
	t.Helper()
	client, err := StartClient(config)
	enginetest.Must(t, err)
	t.Cleanup(client.Close)
	return client
}

// badEngine starts an engine that commits a fault at a stage.
func badEngine(t testing.TB, stage, fault string) *Client {
	t.Helper()
	return start(t, faultyEngine(stage, fault))
}
