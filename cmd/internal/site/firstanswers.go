package site

import (
	"encoding/json"
	"fmt"

	"cathedral/cmd/internal/messages"
)

// firstAnswers returns a module with the first two answers that the page wants: the greeting
// and the view of the usual start. With them it shows the board while the browser still
// loads the program.
func firstAnswers() ([]byte, error) {
	text, err := json.Marshal(messages.FirstAnswers())
	return fmt.Appendf(nil, "export const first = %s;\n", text), err
}
