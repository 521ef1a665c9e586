package command

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/spf13/cobra"

	"cathedral/bench/farm"
	"cathedral/bench/match"
	"cathedral/bench/match/opening"
	"cathedral/bench/match/player"
	"cathedral/bench/proofs"
	"cathedral/bench/puzzles"
	"cathedral/bench/selfplay"
	"cathedral/bench/study"
	"cathedral/cmd/internal/build"
	"cathedral/engine/wording"
)

// workerOptions are the options of `cathedral worker`.
type workerOptions struct {
	*Factory
	url, name   string
	slots       int
	engines     []player.Specification
	log         string
	credentials farm.Credentials
}

// NewWorker returns the command that does the jobs of other machines' runs. It reports them
// to f.
func NewWorker(f *Factory) *cobra.Command {
	o := &workerOptions{Factory: f}
	var engines []string
	var newKey string
	cmd := &cobra.Command{
		Use:   "worker NATS-URL",
		Short: "Do the work of a command that runs on another machine",
		Long: `Do the work of a command that runs on another machine with --listen or --nats, until
^C: play the games of "match", "tune", "study games" and "openings", search the
positions of "study grow", find "puzzles", and prove the positions of "solve". If the
server is unreachable, the worker waits for it.

The worker must be the same build as the other program. It runs only its own engine and
the engines that --engine names, which must have the same names and programs as on the
match's command line or in its configuration file (match.toml). When it starts, it lists
its engines. A server cannot make it run anything else.
bench/match/MACHINES.md describes a setup with several machines.`,
		Example: `  cathedral worker nats://127.0.0.1:4222
  cathedral worker --new-nkey worker.nk
  cathedral worker tls://runner.example:4222 --nkey worker.nk --engine "name=old cmd=./old"`,
		Args: func(cmd *cobra.Command, arguments []string) error {
			if newKey != "" {
				return nil
			}
			return oneServer(cmd, arguments)
		},
		RunE: func(cmd *cobra.Command, arguments []string) error {
			if newKey != "" {
				public, err := farm.NewKey(newKey)
				if err == nil {
					_, err = fmt.Fprintln(f.Out, public)
				}
				return err
			}
			o.url = arguments[0]
			for _, text := range engines {
				var engine player.Specification
				err := engine.ApplyText(text)
				if err == nil && (engine.Command == "" || engine.Name == "") {
					err = fmt.Errorf("want name=… and cmd=…")
				}
				if err != nil {
					return UsageErrorf("--engine %q: %w", text, err)
				}
				o.engines = append(o.engines, engine)
			}
			return o.run(cmd.Context())
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.name, "name", "", "`name` of the worker (default that of the machine)")
	flags.IntVar(&o.slots, "concurrency", runtime.NumCPU(), "number of games to play at a time")
	flags.StringArrayVar(&engines, "engine", nil, "an engine that matches may use, given by `keys`: \"name=A cmd=./a args='…' dir=… start=60s\"")
	flags.StringVar(&newKey, "new-nkey", "", "write the seed of a new key to a `file`, print its public part for --worker-keys, and exit")
	flags.StringVar(&o.log, "log", "", "write each engine's input and output to files in a `folder`")
	Declare(cmd, AtLeast(1, "concurrency"))
	addCredentials(cmd, &o.credentials)
	return cmd
}

func (o *workerOptions) run(ctx context.Context) error {
	var writing sync.Mutex
	say := func(text string) {
		writing.Lock()
		defer writing.Unlock()
		fmt.Fprintf(o.Out, "%s %s\n", time.Now().Format("15:04:05"), text)
	}
	thisBuild, speed, err := build.Measure(ctx, o.slots)
	if err != nil {
		return err
	}
	name := workerName(o.name)
	config := match.WorkerConfig{
		Build: thisBuild, Engines: o.engines, Slots: o.slots, Speed: speed, Name: name, Notice: say,
	}
	if o.log != "" {
		config.Log = player.LogFolder(o.log)
	}
	player, err := match.NewWorker(config)
	if err != nil {
		return err
	}
	defer player.Close()
	if err := player.Rehearse(ctx); err != nil {
		return err
	}
	connection, err := Await(ctx, func() (*nats.Conn, error) {
		return farm.Await(ctx, o.url, name, o.credentials, say)
	})
	if err != nil {
		return err
	}
	defer connection.Close()
	say(fmt.Sprintf("worker %s, %s at a time, %d nodes a second, %s", name, wording.Count(o.slots, "game"), speed, thisBuild))
	for _, engine := range player.Engines() {
		say("has " + engine)
	}
	worker := &farm.Worker{
		Connection: connection, Name: name, Slots: o.slots, Notice: say,
		Kinds: []farm.Kind{player.Kind(), selfplay.Kind(thisBuild), study.Kind(thisBuild), puzzles.Kind(thisBuild), opening.Kind(thisBuild), proofs.Kind(thisBuild)},
		Build: thisBuild, NodesPerSecond: speed,
		Inspect: func(ctx context.Context) error { return inspect(ctx, thisBuild) },
	}
	var kinds []string
	for _, kind := range worker.Kinds {
		kinds = append(kinds, kind.Name)
	}
	say("does jobs of the kinds " + strings.Join(kinds, ", "))
	return worker.Serve(ctx)
}

// inspect returns an error if this machine no longer searches as it did when it was of the build.
func inspect(ctx context.Context, before string) error {
	now, _, err := build.Measure(ctx, 1)
	if err == nil && now != before {
		err = fmt.Errorf("this machine computes otherwise than at its start: it was %s and is now %s. Look for bad memory or heat", before, now)
	}
	return err
}

// workerName returns a name for a worker that no other worker has: the given one, or else
// that of the machine with the number of this process.
func workerName(given string) string {
	name := given
	if name == "" {
		host, err := os.Hostname()
		if err != nil {
			host = "worker"
		}
		name = fmt.Sprintf("%s-%d", host, os.Getpid())
	}
	return farm.CleanName(name)
}
