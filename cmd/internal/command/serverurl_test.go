package command

import "testing"

func TestOnlyURLsOfServersAreTaken(t *testing.T) {
	for _, good := range []string{
		"nats://127.0.0.1:4222", "tls://runner.example", "wss://runner.example:443", "nats://[::1]:4222", "nats://a:1, nats://b:2",
	} {
		if err := checkURL(good); err != nil {
			t.Error(err)
		}
	}
	for _, bad := range []string{
		"", "nats://", "nats://:4222", "http://runner.example", "runner.example", "127.0.0.1:4222", ":::", "nats://a:0", "nats://a:70000", "nats://a,", "nats://a,b",
	} {
		if err := checkURL(bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}
