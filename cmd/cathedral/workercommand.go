package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"cathedral/bench/jobs/remote"
	"cathedral/bench/match"
	"cathedral/bench/match/player"
	"cathedral/bench/study"
	"cathedral/bench/tune"
)

// workerOptions are the options of `cathedral worker`.
type workerOptions struct {
	out         io.Writer
	url, name   string
	slots       int
	engines     []player.Specification
	log         string
	credentials remote.Credentials
}

// newWorkerCommand returns the command that does the jobs of other machines' runs. Tests
// replace the work by runF.
func newWorkerCommand(f *factory, runF func(context.Context, *workerOptions) error) *cobra.Command {
	if runF == nil {
		runF = runWorker
	}
	options := &workerOptions{out: f.out}
	var engines []string
	var newKey string
	cmd := &cobra.Command{
		Use:   "worker NATS-URL",
		Short: "Play games for a command that runs on another machine",
		Long: `Play games for a command that runs on another machine, as "cathedral match" and
"cathedral tune games" hand them out with --listen or --nats, until ^C. If the server
is away the worker waits for it.

The worker has to be of the same build as the other program. It starts no engines but
its own and those that --engine names, with the name that the match has for them and
the same program; nothing else is run, whatever a server says. bench/match/MACHINES.md
describes a setup of several machines.`,
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
				public, err := remote.NewKey(newKey)
				if err == nil {
					_, err = fmt.Fprintln(f.out, public)
				}
				return err
			}
			options.url = arguments[0]
			if options.slots < 1 {
				return usageErrorf("--concurrency %d: want 1 or more", options.slots)
			}
			for _, text := range engines {
				settings, err := player.ParseSettings(text)
				var engine player.Specification
				if err == nil {
					engine, err = newPlayer(player.Specification{}, settings)
				}
				if err == nil && (engine.Command == "" || engine.Name == "") {
					err = fmt.Errorf("want name=… and cmd=…")
				}
				if err != nil {
					return usageErrorf("--engine %q: %w", text, err)
				}
				options.engines = append(options.engines, engine)
			}
			return runF(cmd.Context(), options)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&options.name, "name", "", "`name` of the worker (default that of the machine)")
	flags.IntVar(&options.slots, "concurrency", runtime.NumCPU(), "number of games to play at a time")
	flags.StringArrayVar(&engines, "engine", nil, "an engine that matches may use, by `keys`: \"name=A cmd=./a args='…' dir=…\"")
	flags.StringVar(&newKey, "new-nkey", "", "write the seed of a new key to a `file`, print its public part for --worker-keys, and end")
	flags.StringVar(&options.log, "log", "", "write what is said to and by each engine to files in a `folder`")
	addCredentials(cmd, &options.credentials)
	return cmd
}

func runWorker(ctx context.Context, options *workerOptions) error {
	var writing sync.Mutex
	say := func(text string) {
		writing.Lock()
		defer writing.Unlock()
		fmt.Fprintf(options.out, "%s %s\n", time.Now().Format("15:04:05"), text)
	}
	build, speed, err := measureBuild(ctx, options.slots)
	if err != nil {
		return err
	}
	name := workerName(options.name)
	config := match.WorkerConfig{
		Build: build, Engines: options.engines, Slots: options.slots, Speed: speed, Name: name, Keeper: keeperOfThisProgram(), Notice: say,
	}
	if options.log != "" {
		config.Log = player.LogFolder(options.log)
	}
	player, err := match.NewWorker(config)
	if err != nil {
		return err
	}
	defer player.Close()
	if err := player.Rehearse(ctx); err != nil {
		return err
	}
	connection, err := remote.Await(ctx, options.url, name, options.credentials, say)
	if err != nil {
		return err
	}
	defer connection.Close()
	say(fmt.Sprintf("worker %s, %s at a time, %d nodes a second, %s", name, counted(options.slots, "game"), speed, build))
	worker := &remote.Worker{
		Connection: connection, Name: name, Slots: options.slots, Notice: say,
		Kinds: append(study.Kinds(build), player.Kind(), tune.Kind(build, options.slots)),
		Build: build, NodesPerSecond: speed,
	}
	return worker.Serve(ctx)
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
	return remote.CleanName(name)
}
