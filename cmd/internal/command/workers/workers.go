// Package workers is the command that lists the workers of a server.
package workers

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"cathedral/bench/jobs/remote"
	"cathedral/cmd/internal/command"
	"cathedral/cmd/internal/machines"
)

// Command returns the command that lists the workers of a server. It prints to f.
func Command(f *command.Factory) *cobra.Command {
	var credentials remote.Credentials
	cmd := &cobra.Command{
		Use:   "workers NATS-URL",
		Short: "List the workers of a NATS server",
		Long: `List the workers of a NATS server: their names, cores, the speed of their search in
nodes a second when they started, the games they play at a time and are playing, the
jobs they have done, and those they gave back with an error; then the jobs that their
keys hold, for how long they have held one of them, and the keys. A key that holds jobs
although no worker with it answers has a line without the rest.`,
		Example: "  cathedral workers nats://127.0.0.1:4222",
		Args:    machines.OneServer,
		RunE: func(cmd *cobra.Command, arguments []string) error {
			connection, err := remote.Connect(arguments[0], "workers", credentials, nil)
			if err != nil {
				return err
			}
			defer connection.Close()
			workers, err := remote.Workers(cmd.Context(), connection)
			if err != nil {
				return err
			}
			return write(f.Out, workers)
		},
	}
	machines.AddCredentials(cmd, &credentials)
	return cmd
}

// write writes a table of workers.
func write(out io.Writer, workers []remote.Status) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "name\tcores\tnodes/s\tgames\tplaying\tdone\tfailed\tholds\tfor\tkey\tbuild")
	for _, w := range workers {
		fmt.Fprintf(table, "%q\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t%q\t%q\n", w.Name, w.Cores, w.NodesPerSecond, w.Slots, w.Busy, w.Done, w.Failed,
			w.Held, w.Longest.Round(time.Second), w.Key, w.Build)
	}
	return table.Flush()
}
