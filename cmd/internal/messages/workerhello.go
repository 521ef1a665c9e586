package messages

import (
	"cathedral/cmd/internal/identity"
	"cathedral/engine"
	"cathedral/engine/record"
)

// WorkerHello returns the greeting of the page's own workers, which answer if it has no
// server. An engine has a worker of its own, with one thread and with memory of about 1.2
// times its table and 15 MiB.
func WorkerHello() *Hello {
	engines := []string{"cathedral", "greedy", "random"}
	return NewHello(identity.Version, engines, Limits{Hash: 32, Threads: 1, Seats: 4, Message: 1 << 20})
}

// FirstAnswers returns the first two answers that a page without a server wants: the greeting
// and the view of the usual start.
func FirstAnswers() Fields {
	return Fields{"hello": WorkerHello(), "view": lastView(record.New(engine.Start(engine.Rules{})))}
}
