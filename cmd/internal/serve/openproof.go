package serve

// The requests about proofs: prove, walk, certificate and endproof.

import (
	"context"
	"errors"

	"cathedral/cmd/internal/messages"
)

// errProofEnded is the error of a proof that the page no longer wants.
var errProofEnded = errors.New("the proof was ended")

// openProof is the proof that a page asked for last.
type openProof struct {
	proof *messages.Proof // nil while it is being made
	end   context.CancelFunc
}

// prove has who wins proven in place of any earlier proof. The answer is sent when that is
// done. From then on the page can walk through the proof, which takes the place of an engine
// until it is ended.
func (c *connection) prove(r *messages.ProveRequest) (any, error) {
	c.endProof(nil)
	if !c.server.seats.Take(c.visitor) {
		return nil, errEnginesTaken
	}
	ctx, end := context.WithCancel(c.ctx)
	opened := &openProof{end: end}
	c.mutex.Lock()
	c.proof = opened
	c.mutex.Unlock()
	c.work.Go(func() {
		defer c.server.seats.GiveBack(c.visitor)
		defer end()
		proof, err := c.makeProof(ctx, r)
		if ctx.Err() != nil {
			err = errProofEnded
		}
		c.mutex.Lock()
		opened.proof = proof
		c.mutex.Unlock()
		c.reply(r.ID, messages.Fields{"prove": proof}, err)
		if err == nil {
			<-ctx.Done()
		}
	})
	return nil, messages.ErrLater
}

// makeProof makes the proof that r asks for when it is its turn, first among those of the visitor
// and then among all.
func (c *connection) makeProof(ctx context.Context, r *messages.ProveRequest) (*messages.Proof, error) {
	for _, line := range []*waitingLine{c.share.proofs, c.server.proofs} {
		defer line.enter(ctx)()
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	limits := &c.server.config.Limits
	return r.Prove(ctx, messages.ProofLimits{HashMiB: limits.HashMiB, Time: limits.ProofTime})
}

// proven returns the proof that the page asked for last, or nil.
func (c *connection) proven() *messages.Proof {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.proof == nil {
		return nil
	}
	return c.proof.proof
}

func (c *connection) walk(r *messages.WalkRequest) (*messages.Walked, error) {
	return c.proven().Walk(r)
}

func (c *connection) certificate(*messages.Head) ([]byte, error) { return c.proven().Certificate() }

// endProof ends the proof of the page, if there is one.
func (c *connection) endProof(*messages.Head) (any, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.proof != nil {
		c.proof.end()
		c.proof = nil
	}
	return nil, nil
}
