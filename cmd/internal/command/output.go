package command

import (
	"encoding/json"
	"fmt"
	"io"
)

// WriteJSON writes an object with indentation.
func WriteJSON(out io.Writer, object any) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false) // texts have < and >
	encoder.SetIndent("", "  ")
	return encoder.Encode(object)
}

// Print writes the result of a command, as JSON or as text.
func Print(out io.Writer, asJSON bool, result fmt.Stringer) error {
	if asJSON {
		return WriteJSON(out, result)
	}
	_, err := io.WriteString(out, result.String())
	return err
}
