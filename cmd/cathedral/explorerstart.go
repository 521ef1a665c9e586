package main

import (
	"bufio"
	"fmt"

	"cathedral/cmd/internal/command"
)

// fromExplorer reports whether the program was started from Windows' Explorer, which gives
// it a console of its own and no arguments. A game program that starts the engine gives it
// a pipe to read from.
func fromExplorer(arguments []string, f *command.Factory, ownsConsole func() bool) bool {
	return len(arguments) == 0 && f.Interactive && ownsConsole()
}

// runFromExplorer opens the page. After an error it keeps the console open until the user
// has read the message.
func runFromExplorer(f *command.Factory) int {
	status := run([]string{"serve", "--open"}, f)
	if status == statusError {
		fmt.Fprint(f.Err, "Press Enter to close this window. ")
		bufio.NewReader(f.In).ReadString('\n')
	}
	return status
}
