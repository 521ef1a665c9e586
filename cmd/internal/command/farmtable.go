package command

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"cathedral/bench/farm"
)

// writeFarm writes tables of the runs and the workers of a server. What workers say is quoted.
func writeFarm(out io.Writer, seen *farm.State) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "run\tkind\tsince\tjobs/min\tkeys")
	for i := range seen.Runs {
		r := &seen.Runs[i]
		fmt.Fprintf(table, "%q\t%q\t%s\t%.1f\t%d\n", r.Run, r.Kind, farm.WholeSeconds(r.Seconds), r.PerMinute, len(r.Keys))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(table, "\nname\tcores\tnodes/s\tgames\tplaying\tdone\tfailed\tjobs/min\tholds\tfor\tkey\tbuild")
	for i := range seen.Workers {
		w := &seen.Workers[i]
		build := fmt.Sprintf("%q", w.Build)
		if w.Held.Dismissed != "" {
			build = "dismissed: " + w.Held.Dismissed // which the run has quoted
		}
		fmt.Fprintf(table, "%q\t%d\t%d\t%d\t%d\t%d\t%d\t%.1f\t%d\t%s\t%q\t%s\n", w.Name, w.Cores, w.NodesPerSecond, w.Slots, w.Busy, w.Done, w.Failed,
			w.Held.PerMinute, w.Held.Jobs, farm.WholeSeconds(w.Held.Seconds), w.Key, build)
	}
	return table.Flush()
}

// The control sequences of a terminal. The screen is not cleared first, because it would
// flicker, and long lines are cut off.
const (
	toTop     = "\x1b[?7l\x1b[H"
	clearLine = "\x1b[K\r\n"
	clearRest = "\x1b[J\x1b[?7h"
)

// redrawFarm writes the tables in place of the last ones on a terminal.
func redrawFarm(out io.Writer, seen *farm.State, connected bool, now time.Time) error {
	var text bytes.Buffer
	state := ""
	if !connected {
		state = ", the server is unreachable"
	}
	fmt.Fprintf(&text, "%s: runs: %d, workers: %d%s. ^C ends it.\n\n", now.Format("15:04:05"), len(seen.Runs), len(seen.Workers), state)
	err := writeFarm(&text, seen)
	_, failed := io.WriteString(out, toTop+strings.ReplaceAll(text.String(), "\n", clearLine)+clearRest)
	return cmp.Or(err, failed)
}
