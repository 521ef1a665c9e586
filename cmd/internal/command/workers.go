package command

import (
	"context"
	"encoding/json"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/spf13/cobra"

	"cathedral/bench/farm"
)

// workersOptions are the options of `cathedral workers`.
type workersOptions struct {
	*Factory
	watch, json bool
	interval    time.Duration
	credentials farm.Credentials
}

// NewWorkers returns the command that lists the runs and the workers of a server. It prints to
// f.
func NewWorkers(f *Factory) *cobra.Command {
	o := &workersOptions{Factory: f}
	cmd := &cobra.Command{
		Use:   "workers NATS-URL",
		Short: "List the runs and the workers of a NATS server",
		Long: `List the runs and the workers of a NATS server.

For each run, the list gives the kind, the time since it began, and the jobs done a
minute. A job of a match is a pair of games.

For each worker, it gives the name, usually that of the machine, the cores, and the speed of
the search in nodes a second at its start. Then come the number of games it can play and is
playing at a time, the jobs done, and those given back with an error. The last are its key,
with the jobs a minute, the number of jobs held and for how long. A key that holds jobs but
has no worker that answers gets a line without the rest.

--watch repeats the list until ^C: in place on a terminal, otherwise below the last one.`,
		Example: `  cathedral workers nats://127.0.0.1:4222
  cathedral workers tls://runner.example:4222 --nkey worker.nk --watch
  cathedral workers nats://127.0.0.1:4222 --json`,
		Args: oneServer,
		RunE: func(cmd *cobra.Command, arguments []string) error {
			connection, err := farm.Connect(arguments[0], "workers", o.credentials, nil)
			if err != nil {
				return err
			}
			defer connection.Close()
			return o.run(cmd.Context(), connection)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&o.watch, "watch", false, "repeat the list until ^C")
	flags.DurationVar(&o.interval, "interval", 5*time.Second, "with --watch: the `time` between two lists")
	flags.BoolVar(&o.json, "json", false, "print each list as a line of JSON")
	Declare(cmd, With("watch", "interval"), AtLeast(1, "interval"))
	addCredentials(cmd, &o.credentials)
	return cmd
}

// run prints the list once, or until ctx ends.
func (o *workersOptions) run(ctx context.Context, connection *nats.Conn) error {
	for {
		began := time.Now()
		seen, err := farm.Look(ctx, connection)
		if err != nil {
			return err
		}
		switch {
		case o.json:
			err = json.NewEncoder(o.Out).Encode(seen)
		case o.watch && o.Screen:
			err = redrawFarm(o.Out, &seen, connection.IsConnected(), time.Now())
		default:
			err = writeFarm(o.Out, &seen)
		}
		if err != nil || !o.watch {
			return err
		}
		select {
		case <-time.After(o.interval - time.Since(began)):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
