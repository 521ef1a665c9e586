package command

import (
	"context"

	"github.com/spf13/cobra"

	"cathedral/bench/farm"
)

// GamesRun is the common part of the commands that play games of the engine against itself.
type GamesRun struct {
	*Factory
	Games   int    // that the file has at the end
	Threads int    // games at a time in this process
	File    string // of the games

	machines MachineFlags
}

// AddTo makes cmd run with the name of the file as its argument, and adds the flags. cmd has
// --nodes for each move already. games is the default of --games.
func (r *GamesRun) AddTo(cmd *cobra.Command, games int, run func(context.Context) error) {
	TakeFile(cmd, "the name of one file for the games", &r.File, run)
	cmd.Flags().IntVar(&r.Games, "games", games, "play until the file has `N` games")
	Declare(cmd, AtLeast(1, "games", "nodes"))
	Alias(cmd, "threads", "concurrency")
	r.machines.AddTo(cmd, &r.Threads, "number of games to play at a time")
}

// Play has the games played by workers, here or on other machines, shows the progress, and
// returns how many games the file had before and has now. play reports the number of games
// in the file at the beginning and after each game; its error is that of Play.
func (r *GamesRun) Play(ctx context.Context, play func(farm.Workers, func(done int)) error) (before, now int, err error) {
	workers, closeAll, err := r.machines.Workers(ctx, r.Threads, Lines(r.Out))
	if err != nil {
		return 0, 0, err
	}
	defer closeAll()
	shown := r.NewProgress("games", r.Games)
	before = -1
	err = play(workers, func(done int) {
		if now = done; before < 0 {
			before = done
		}
		shown.Set(done)
	})
	shown.End()
	return before, now, err
}
