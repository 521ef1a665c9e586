package main

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"cathedral/bench/jobs/remote"
)

// workerListOptions are the options of `cathedral workers`.
type workerListOptions struct {
	out         io.Writer
	url         string
	credentials remote.Credentials
}

// newWorkerListCommand returns the command that lists the workers of a server. Tests
// replace the work by runF.
func newWorkerListCommand(f *factory, runF func(context.Context, *workerListOptions) error) *cobra.Command {
	if runF == nil {
		runF = runWorkerList
	}
	options := &workerListOptions{out: f.out}
	cmd := &cobra.Command{
		Use:   "workers NATS-URL",
		Short: "List the workers of a NATS server",
		Long: `List the workers of a NATS server: their names, cores, the speed of their search in
nodes a second when they started, the games they play at a time and are playing, the
jobs they have done, and those they gave back with an error.`,
		Example: "  cathedral workers nats://127.0.0.1:4222",
		Args:    oneServer,
		RunE: func(cmd *cobra.Command, arguments []string) error {
			options.url = arguments[0]
			return runF(cmd.Context(), options)
		},
	}
	addCredentials(cmd, &options.credentials)
	return cmd
}

func runWorkerList(ctx context.Context, options *workerListOptions) error {
	connection, err := remote.Connect(options.url, "workers", options.credentials, nil)
	if err != nil {
		return err
	}
	defer connection.Close()
	workers, err := remote.Workers(ctx, connection)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(options.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "name\tcores\tnodes/s\tgames\tplaying\tdone\tfailed\tbuild")
	for _, w := range workers {
		fmt.Fprintf(table, "%q\t%d\t%d\t%d\t%d\t%d\t%d\t%q\n", w.Name, w.Cores, w.NodesPerSecond, w.Slots, w.Busy, w.Done, w.Failed, w.Build)
	}
	return table.Flush()
}
