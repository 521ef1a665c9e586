package remote_test

import (
	"net"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"cathedral/bench/jobs"
	"cathedral/bench/jobs/remote"
	"cathedral/bench/jobs/remote/linktest"
)

// A runner and a worker on a leaf node, which has a JetStream of its own, use that of the hub by
// its domain.
func TestTheStreamIsInTheJetStreamDomain(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0") // for a free port
	if err != nil {
		t.Fatal(err)
	}
	listener.Close()
	address := listener.Addr().(*net.TCPAddr)
	hub := linktest.Start(t, &server.Options{
		ServerName: "hub", Port: server.RANDOM_PORT, JetStream: true, JetStreamDomain: "hub", StoreDir: t.TempDir(),
		LeafNode: server.LeafNodeOpts{Host: "127.0.0.1", Port: address.Port},
	})
	defer hub.Shutdown()
	leaf := linktest.Start(t, &server.Options{
		ServerName: "leaf", Port: server.RANDOM_PORT, JetStream: true, JetStreamDomain: "leaf", StoreDir: t.TempDir(),
		LeafNode: server.LeafNodeOpts{Remotes: []*server.RemoteLeafOpts{{URLs: []*url.URL{{Scheme: "nats-leaf", Host: address.String()}}}}},
	})
	defer leaf.Shutdown()
	ctx := limited(t)
	await(t, ctx, "the leaf node is connected", func() bool { return hub.NumLeafNodes() == 1 })
	said := &notices{}
	connection, err := remote.Connect(leaf.ClientURL(), "run", remote.Credentials{}, said.add)
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	serve(t, ctx, leaf.ClientURL(), remote.Worker{Name: "a", Kinds: []jobs.Kind{squares("paper")}})
	carrier := &remote.Carrier{Connection: connection, Notice: said.add, Patience: 5 * time.Second, Domain: "hub"}
	run, results := run(50)
	if err := carrier.Carry(ctx, run); err != nil || len(results) != 50 {
		t.Errorf("%d results, %v; said is %q", len(results), err, said)
	}
	for name, s := range map[string]*server.Server{"hub": hub, "leaf": leaf} {
		if state, err := s.Jsz(nil); err != nil || (state.Streams == 1) != (name == "hub") {
			t.Errorf("the %s has %d streams, %v", name, state.Streams, err)
		}
	}
}

// The reason of a store that is too small for the results is one sentence with the size.
func TestAStoreThatIsTooSmallIsNamed(t *testing.T) {
	small := linktest.Start(t, &server.Options{Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), JetStreamMaxStore: 200 << 20})
	defer small.Shutdown()
	said := &notices{}
	connection, err := remote.Connect(small.ClientURL(), "run", remote.Credentials{}, said.add)
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	run, _ := run(1)
	err = (&remote.Carrier{Connection: connection, Notice: said.add, Patience: 5 * time.Second}).Carry(limited(t), run)
	if err == nil || !strings.Contains(err.Error(), "needs 512 MiB") || !strings.Contains(err.Error(), "max_file_store") {
		t.Errorf("error %v", err)
	}
}
