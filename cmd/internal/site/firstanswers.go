package site

import (
	"encoding/json"
	"fmt"

	"cathedral/cmd/internal/messages"
)

// firstAnswers returns a module with the first two answers that the page wants: the greeting
// and the view of the usual start. With them it shows the board while the browser still
// loads the program, whose file has programSize bytes.
func firstAnswers(programSize int) ([]byte, error) {
	answers := messages.FirstAnswers()
	answers["programSize"] = programSize
	text, err := json.Marshal(answers)
	return fmt.Appendf(nil, "export const first = %s;\n", text), err
}
