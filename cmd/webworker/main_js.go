package main

import (
	"encoding/json"
	"os"
	"runtime/debug"
	"syscall/js"

	"cathedral/cmd/internal/messages"
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
	answerer := newAnswerer(say, newEventLoop().yield, len(os.Args) == 2 && os.Args[1] == "seat")
	received := make(chan func(), messages.WaitingLines)
	worker.Set("hear", js.FuncOf(func(_ js.Value, arguments []js.Value) any {
		text := arguments[0].String()
		received <- func() { answerer.hear([]byte(text)) }
		return nil
	}))
	worker.Set("takeBook", js.FuncOf(func(_ js.Value, arguments []js.Value) any {
		file := make([]byte, arguments[0].Length())
		js.CopyBytesToGo(file, arguments[0])
		received <- func() { answerer.takeBook(file) }
		return nil
	}))
	answerer.greet()
	for act := range received {
		act()
	}
}
