package main

import (
	"encoding/json"
	"os"
	"runtime/debug"
	"syscall/js"
)

// collectAt is the growth of the heap, in percent, after which garbage is
// collected. The memory of a worker never shrinks, and a search leaves little
// garbage.
const collectAt = 20

// main answers the messages of the page until the worker is terminated. The
// argument seat makes it an engine, the argument rules all but that.
func main() {
	debug.SetGCPercent(collectAt)
	worker := js.Global()
	say := func(message any) {
		text, err := json.Marshal(message)
		if err != nil { // cannot happen
			return
		}
		worker.Call("postMessage", string(text))
	}
	received := make(chan string, waitingLines)
	worker.Set("hear", js.FuncOf(func(_ js.Value, arguments []js.Value) any {
		received <- arguments[0].String()
		return nil
	}))
	answerer := newAnswerer(say, newEventLoop().yield, len(os.Args) == 2 && os.Args[1] == "seat")
	answerer.greet()
	for text := range received {
		answerer.hear([]byte(text))
	}
}
