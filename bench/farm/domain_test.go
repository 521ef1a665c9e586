package farm_test

import (
	"maps"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"cathedral/bench/farm"
	"cathedral/bench/farm/farmtest"
	"cathedral/engine/enginetest"
)

// A runner and a worker on a leaf node, which has a JetStream of its own, use that of the hub by
// its domain.
func TestTheStreamIsInTheJetStreamDomain(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0") // for a free port
	enginetest.Must(t, err)
	listener.Close()
	address := listener.Addr().(*net.TCPAddr)
	hub := farmtest.Start(t, &server.Options{
		ServerName: "hub", Port: server.RANDOM_PORT, JetStream: true, JetStreamDomain: "hub", StoreDir: t.TempDir(),
		LeafNode: server.LeafNodeOpts{Host: "127.0.0.1", Port: address.Port},
	})
	defer hub.Shutdown()
	leaf := farmtest.Start(t, &server.Options{
		ServerName: "leaf", Port: server.RANDOM_PORT, JetStream: true, JetStreamDomain: "leaf", StoreDir: t.TempDir(),
		LeafNode: server.LeafNodeOpts{Remotes: []*server.RemoteLeafOpts{{URLs: []*url.URL{{Scheme: "nats-leaf", Host: address.String()}}}}},
	})
	defer leaf.Shutdown()
	ctx := limited(t)
	await(t, ctx, "the leaf node is connected", func() bool { return hub.NumLeafNodes() == 1 })
	said := &notices{}
	connection, err := farm.Connect(leaf.ClientURL(), "run", farm.Credentials{}, said.add)
	enginetest.Must(t, err)
	defer connection.Close()
	serveSquares(t, ctx, leaf.ClientURL(), "a")
	carrier := &farm.Remote{Connection: connection, Notice: said.add, Patience: 5 * time.Second, Domain: "hub"}
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
	small := farmtest.Start(t, &server.Options{Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), JetStreamMaxStore: 200 << 20})
	defer small.Shutdown()
	said := &notices{}
	connection, err := farm.Connect(small.ClientURL(), "run", farm.Credentials{}, said.add)
	enginetest.Must(t, err)
	defer connection.Close()
	run, _ := run(1)
	err = (&farm.Remote{Connection: connection, Notice: said.add, Patience: 5 * time.Second}).Carry(limited(t), run)
	if err == nil || !strings.Contains(err.Error(), "needs 512 MiB") || !strings.Contains(err.Error(), "max_file_store") {
		t.Errorf("error %v", err)
	}
}

// A run that keeps its results on three servers continues without their leader.
func TestARunOutlivesTheLeaderOfItsCluster(t *testing.T) {
	enginetest.Long(t) // they take seconds to find a leader
	t.Parallel()
	ctx, said := limited(t), &notices{}
	var routes []*url.URL
	for range 3 {
		listener, err := net.Listen("tcp", "127.0.0.1:0") // for a free port
		enginetest.Must(t, err)
		listener.Close()
		routes = append(routes, &url.URL{Scheme: "nats", Host: listener.Addr().String()})
	}
	servers, urls := map[string]*server.Server{}, ""
	for i, route := range routes {
		port, err := strconv.Atoi(route.Port())
		enginetest.Must(t, err)
		s := farmtest.Start(t, &server.Options{
			ServerName: route.Host, Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), Routes: routes,
			Cluster: server.ClusterOpts{Name: "farm", Host: "127.0.0.1", Port: port},
		})
		defer s.Shutdown()
		servers[route.Host] = s
		urls += []string{"", ","}[min(i, 1)] + s.ClientURL()
	}
	await(t, ctx, "there is a leader", func() bool {
		return slices.ContainsFunc(slices.Collect(maps.Values(servers)), (*server.Server).JetStreamIsLeader)
	})
	connection, err := farm.Connect(urls, "run", farm.Credentials{}, said.add)
	enginetest.Must(t, err)
	defer connection.Close()
	serveSquares(t, ctx, urls, "a")
	run, counts := counted(first(run(300)))
	run = at(run, 50, func() {
		stream, err := streams(t, connection).Stream(ctx, "CATHEDRAL_RESULTS")
		if err != nil {
			t.Error(err)
		} else if info := stream.CachedInfo(); info.Config.Replicas != 3 {
			t.Errorf("the stream has %d replicas", info.Config.Replicas)
		} else {
			servers[info.Cluster.Leader].Shutdown()
		}
	})
	carrier := &farm.Remote{Connection: connection, Notice: said.add, Patience: time.Second, Replicas: 3}
	carry(t, ctx, carrier, run, counts, 300)
}
