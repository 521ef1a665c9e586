package match

import (
	"context"
	"time"

	"cathedral/engine"
	"cathedral/protocol"
)

// chooserPlayer is a built-in player that moves at once and gives no score.
type chooserPlayer struct {
	name       string
	newChooser func(seed uint64) protocol.Chooser
	choose     protocol.Chooser
}

func (c *chooserPlayer) id() string { return c.name }

func (c *chooserPlayer) begin(_ context.Context, _ engine.Rules, seed uint64) error {
	c.choose = c.newChooser(seed)
	return nil
}

func (c *chooserPlayer) move(_ context.Context, t *turn) (answer, error) {
	begin := time.Now()
	move := c.choose(t.position)
	return answer{move: move, elapsed: time.Since(begin)}, nil
}

func (c *chooserPlayer) ponder(*turn, engine.Move) {}

func (c *chooserPlayer) rest(context.Context) {}

func (c *chooserPlayer) close() {}
