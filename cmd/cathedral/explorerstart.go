package main

import (
	"bufio"
	"fmt"
)

// fromExplorer reports whether the program was started from Windows' Explorer, which gives
// it a console of its own and no arguments. A game program that starts the engine gives it
// a pipe to read from.
func fromExplorer(arguments []string, f *factory) bool {
	return len(arguments) == 0 && f.interactive && f.ownsConsole()
}

// runFromExplorer opens the page. After an error it keeps the console open until somebody
// has read the message.
func runFromExplorer(f *factory) int {
	status := run([]string{"serve", "--open"}, f)
	if status == statusError {
		fmt.Fprint(f.err, "Press Enter to close this window. ")
		bufio.NewReader(f.in).ReadString('\n')
	}
	return status
}
