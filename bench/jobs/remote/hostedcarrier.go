package remote

import (
	"context"
	"errors"
	"os"
	"time"

	"cathedral/bench/jobs"
)

// Hosted is a carrier with a server of its own for as long as a run lasts. It implements
// jobs.Carrier.
type Hosted struct {
	// Server describes the server. Its store is removed when the run is complete; without
	// one, the run cannot be continued with the results that the server has.
	Server   ServerConfig
	Started  func(url string) // called with the address for workers
	Notice   func(text string)
	Patience time.Duration // see Carrier
}

// Carry implements jobs.Carrier. When ctx ends or run is complete, the server ends too.
func (h *Hosted) Carry(ctx context.Context, run jobs.Run) error {
	config := h.Server
	if config.Store == "" {
		var err error
		if config.Store, err = os.MkdirTemp("", "cathedral-jobs-"); err != nil {
			return err
		}
		defer os.RemoveAll(config.Store)
	}
	server, err := StartServer(config)
	if err != nil {
		return err
	}
	err = h.carry(ctx, run, server)
	server.Close()
	if err == nil {
		err = os.RemoveAll(config.Store)
	}
	return err
}

func (h *Hosted) carry(ctx context.Context, run jobs.Run, server *Server) error {
	connection, err := server.Connect()
	if err != nil {
		return err
	}
	defer connection.Close()
	h.Started(server.URL())
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		for server.check() == nil && pause(ctx, storePause) == nil {
		}
		stop()
	}()
	carrier := &Carrier{Connection: connection, Alone: true, Notice: h.Notice, Patience: h.Patience}
	err = carrier.Carry(ctx, run)
	if fault := server.check(); fault != nil && errors.Is(err, context.Canceled) {
		return fault
	}
	return err
}

// storePause is the time between two looks at the store of a server.
const storePause = 500 * time.Millisecond
