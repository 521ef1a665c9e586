package match

import (
	"context"
	"fmt"
	"time"

	"cathedral/bench/simple"
	"cathedral/engine"
	"cathedral/search"
)

// player plays one side of one game at a time. It reports its own misbehaviour as a
// Fault; any other error is the context's.
type player interface {
	// id returns what the player calls itself.
	id() string
	// begin prepares for a new game. The seed is for players that need one.
	begin(ctx context.Context, rules engine.Rules, seed uint64) error
	// move returns the player's move, legal or not. The answer's time covers the
	// player's own thinking and the communication with it, nothing else.
	move(ctx context.Context, turn *turn) (answer, error)
	// ponder lets the player think in the opponent's turn about the position after
	// the expected reply. A player may ignore it.
	ponder(turn *turn, expected engine.Move)
	// rest ends all thinking after a game.
	rest(ctx context.Context)
	// close ends the player for good, in an orderly way if that is still possible.
	close()
}

// turn is the state of a game when a player is asked to move.
type turn struct {
	start    *engine.Position // the start of the game
	moves    []engine.Move    // since the start, opening included
	position *engine.Position // after the moves
	clocks   *[2]clock        // by side
}

// own returns the clock of the side to move.
func (t *turn) own() *clock { return &t.clocks[t.position.Side()] }

// answer is a player's move, with its score.
type answer struct {
	move    engine.Move
	expects engine.Move // the legal reply to ponder on, or NoMove
	elapsed time.Duration
	scored  bool // score and depth are known
	score   search.Score
	depth   int
}

// surroundings are the conditions under which a player is started.
type surroundings struct {
	rules       engine.Rules
	environment []string // added to that of a process
	// grace is how long the referee waits for a player whose time is up. It tells a
	// late player from a hung one.
	grace time.Duration
	log   *engineLog // nil: none
	// notice reports misbehaviour that does not cost the game. kind is always the
	// same for the same misbehaviour; sample has the details.
	notice func(kind, sample string)
}

// newPlayer starts the player of a specification. The error is a Fault if an engine
// misbehaves at the start.
func newPlayer(ctx context.Context, specification *Specification, surroundings *surroundings) (player, error) {
	if len(specification.Techniques) > 0 && specification.Command != "builtin:engine" {
		return nil, fmt.Errorf("technique.%s: only builtin:engine has techniques", specification.Techniques[0].Name)
	}
	switch specification.Command {
	case "random", "builtin:random":
		return &chooserPlayer{name: "random", newChooser: simple.Random}, nil
	case "greedy", "builtin:greedy":
		return &chooserPlayer{name: "greedy", newChooser: simple.Greedy}, nil
	case "largest", "builtin:largest":
		return &chooserPlayer{name: "largest", newChooser: simple.Largest}, nil
	case "builtin:engine":
		player, err := newInProcess(specification, surroundings)
		if err != nil {
			return nil, err // not a player that holds a nil pointer
		}
		return player, nil
	}
	player, err := startEngine(ctx, specification, surroundings)
	if err != nil {
		return nil, err
	}
	return player, nil
}

// answersAtOnce reports whether the player moves at once and so needs no limits.
func (s *Specification) answersAtOnce() bool {
	switch s.Command {
	case "random", "builtin:random", "greedy", "builtin:greedy", "largest", "builtin:largest":
		return true
	}
	return false
}

// isBuiltIn reports whether the player runs without a process of its own.
func (s *Specification) isBuiltIn() bool { return s.Command == "builtin:engine" || s.answersAtOnce() }
