package serve

// The requests about the server's match.

import "cathedral/cmd/internal/messages"

func (c *connection) watch(*messages.Head) (messages.Fields, error) {
	return messages.Fields{"match": c.server.gallery.watch(c)}, nil
}

func (c *connection) unwatch(*messages.Head) (any, error) {
	c.server.gallery.leave(c)
	return nil, nil
}

func (c *connection) played(r *messages.PlayedRequest) (*matchGame, error) {
	return c.server.gallery.played(r.Number)
}

func (c *connection) endMatch(*messages.Head) (messages.Fields, error) {
	state, err := c.server.gallery.finish(c)
	return messages.Fields{"match": state}, err
}
