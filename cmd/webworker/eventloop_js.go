package main

import (
	"syscall/js"
	"time"
)

// eventLoop lets the worker receive messages while a search computes. All
// goroutines share the worker's one thread, and nothing interrupts them. A timer
// would cost 4 ms each time, because browsers slow nested timers down, so the
// worker sends a message to itself: those that came before it are received
// first.
type eventLoop struct {
	port    js.Value
	resumed chan struct{}
	last    time.Time
}

// yieldEvery is the time between two turns of the event loop during a search. A
// stop is heard within it, and a turn costs about 0.05 ms.
const yieldEvery = 8 * time.Millisecond

func newEventLoop() *eventLoop {
	channel := js.Global().Get("MessageChannel").New()
	e := &eventLoop{port: channel.Get("port2"), resumed: make(chan struct{}, 1), last: time.Now()}
	channel.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		e.resumed <- struct{}{}
		return nil
	}))
	return e
}

// yield lets the event loop take a turn if the last one is long ago.
func (e *eventLoop) yield() {
	if time.Since(e.last) < yieldEvery {
		return
	}
	e.port.Call("postMessage", js.Null())
	<-e.resumed
	e.last = time.Now()
}
