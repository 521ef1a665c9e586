package remote

import (
	"context"
	"errors"
	"os"

	"cathedral/bench/jobs"
)

// Hosted is a carrier with a server of its own for as long as a run lasts, to which it connects
// by itself. It implements jobs.Carrier.
type Hosted struct {
	Carrier
	// Server describes the server. Its store is removed when the run is complete; without
	// one, the run cannot be continued with the results that the server has.
	Server  ServerConfig
	Started func(url string) // called with the address for workers
}

// Carry implements jobs.Carrier. When ctx ends or run is complete, the server ends too.
func (h *Hosted) Carry(ctx context.Context, run jobs.Run) (err error) {
	config := h.Server
	if config.Store == "" {
		if config.Store, err = os.MkdirTemp("", "cathedral-jobs-"); err != nil {
			return err
		}
		defer os.RemoveAll(config.Store)
	}
	server, err := StartServer(config)
	if err != nil {
		return err
	}
	defer func() {
		if server.Close(); err == nil {
			err = os.RemoveAll(config.Store)
		}
	}()
	connection, err := server.Connect()
	if err != nil {
		return err
	}
	defer connection.Close()
	h.Started(server.URL())
	serving, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	go func() {
		select {
		case fault := <-server.log.broken:
			stop(fault)
		case <-serving.Done():
		}
	}()
	carrier := h.Carrier
	carrier.Connection, carrier.Alone, carrier.Exclude = connection, true, server.Exclude
	if err = carrier.Carry(serving, run); errors.Is(err, context.Canceled) && ctx.Err() == nil {
		err = context.Cause(serving)
	}
	return err
}
