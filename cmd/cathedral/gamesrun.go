package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"cathedral/bench/jobs"
)

// gamesRun is what the commands that play games of the engine against itself have in common.
type gamesRun struct {
	out         io.Writer
	newProgress func(what string, total int64) *progress
	games       int
	threads     int
	machines    machineFlags
	file        string
}

// addTo adds the flags to a command.
func (r *gamesRun) addTo(cmd *cobra.Command, games int) {
	cmd.Flags().IntVar(&r.games, "games", games, "play until the file has `N` games")
	cmd.Flags().IntVar(&r.threads, "threads", 1, "number of games to play at a time")
	r.machines.addTo(cmd)
}

// check returns an error of usage if the flags, or the nodes for each move, make no sense.
func (r *gamesRun) check(nodes uint64) error {
	switch {
	case r.games < 1:
		return usageErrorf("--games %d: want 1 or more", r.games)
	case nodes < 1:
		return usageErrorf("--nodes 0: want 1 or more")
	case r.threads < 1 || r.threads > mostThreads:
		return usageErrorf("--threads %d: want a number from 1 to %d", r.threads, mostThreads)
	}
	return r.machines.check()
}

// play has the games played by workers, here or on other machines, shows the progress, and
// returns how many games the file had before and has now. play reports the number of games
// in the file at the beginning and after each game.
func (r *gamesRun) play(ctx context.Context, play func(jobs.Workers, func(done int)) error) (before, now int, err error) {
	workers, closeAll, err := r.machines.workers(ctx, r.threads, r.file, r.out)
	if err != nil {
		return 0, 0, err
	}
	defer closeAll()
	shown := r.newProgress("games", int64(r.games))
	before = -1
	err = play(workers, func(done int) {
		if now = done; before < 0 {
			before = done
		}
		shown.set(int64(done))
	})
	shown.end()
	return before, now, err
}
