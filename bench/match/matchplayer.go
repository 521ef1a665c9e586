package match

import (
	"context"
	"fmt"
	"time"

	"cathedral/engine"
	"cathedral/search"
)

// player plays for one side of one game at a time. What it does wrong comes back
// as a Fault; any other error is the context's.
type player interface {
	// begin prepares for a new game. The seed is for players that need one.
	begin(ctx context.Context, rules engine.Rules, seed uint64) error
	// move answers with a move, legal or not, and with the time it took, in which
	// nothing counts but the player's own thinking and the way to it and back.
	move(ctx context.Context, turn *turn) (answer, error)
	// ponder lets the player think on while the opponent does, about the position
	// after the expected reply. The turn is the opponent's. A player may ignore it.
	ponder(turn *turn, expected engine.Move)
	// rest ends any thinking, after a game.
	rest(ctx context.Context)
	// close ends the player for good, in order where that is still possible.
	close()
}

// turn is what a player is told when it is to move.
type turn struct {
	start    *engine.Position // where the game began
	moves    []engine.Move    // since then, the opening's too
	position *engine.Position // now
	clocks   *[2]clock        // by side
}

// own returns the clock of the side to move.
func (t *turn) own() *clock { return &t.clocks[t.position.Side()] }

// answer is a player's move and what it said about it.
type answer struct {
	move    engine.Move
	expects engine.Move // the legal reply to ponder on, NoMove without one
	elapsed time.Duration
	scored  bool // score and depth are known
	score   search.Score
	depth   int
}

// surroundings are what a player finds where it is started.
type surroundings struct {
	rules       engine.Rules
	environment []string // added to that of a process
	// grace is how long a player that has not answered when its time is up is
	// waited for, to tell one that is late from one that hangs.
	grace time.Duration
	// notice is told what the player does wrong without losing by it: of what
	// kind it is, in the same words each time, and what it was like.
	notice func(kind, sample string)
}

// newPlayer starts the player of a specification. The error is a Fault where an
// engine misbehaves at the start.
func newPlayer(ctx context.Context, specification *Specification, surroundings *surroundings) (player, error) {
	if len(specification.Techniques) > 0 && specification.Command != "builtin:engine" {
		return nil, fmt.Errorf("technique.%s: only builtin:engine has techniques", specification.Techniques[0].Name)
	}
	switch specification.Command {
	case "random", "builtin:random":
		return &chooserPlayer{newChooser: Random}, nil
	case "greedy", "builtin:greedy":
		return &chooserPlayer{newChooser: Greedy}, nil
	case "builtin:engine":
		player, err := newInProcess(specification, surroundings)
		if err != nil {
			return nil, err // and no player that is a nil pointer
		}
		return player, nil
	}
	player, err := startEngine(ctx, specification, surroundings)
	if err != nil {
		return nil, err
	}
	return player, nil
}

// answersAtOnce reports whether the player needs no limits.
func (s *Specification) answersAtOnce() bool {
	switch s.Command {
	case "random", "builtin:random", "greedy", "builtin:greedy":
		return true
	}
	return false
}

// isBuiltIn reports whether the player needs no process.
func (s *Specification) isBuiltIn() bool { return s.Command == "builtin:engine" || s.answersAtOnce() }
