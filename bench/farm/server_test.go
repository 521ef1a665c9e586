package farm

import "github.com/nats-io/nats-server/v2/server"

// Options lets tests outside the package compare a server with an operator's.
func (c *ServerConfig) Options(secret string) (*server.Options, error) { return c.options(secret) }
