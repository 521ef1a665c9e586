package serve

// Comments and indentation are for those who read the source: a browser gets the scripts
// and styles without them.

import (
	"bytes"
	"path"
)

// Stripped returns the text of a page's file without indentation, and with an empty line
// for each line of a comment, so that lines keep their numbers. Scripts and styles have
// their comments on lines of their own; those that end a line of code stay, and so do
// licences, which begin with "/*!". Files of other kinds are returned as they are.
func Stripped(name string, text []byte) []byte {
	extension := path.Ext(name)
	if extension != ".js" && extension != ".css" {
		return text
	}
	lines := bytes.Split(text, []byte("\n"))
	inside := false // a comment of several lines
	for i, line := range lines {
		code := bytes.TrimSpace(line)
		begins := bytes.HasPrefix(code, []byte("/*")) && !bytes.HasPrefix(code, []byte("/*!"))
		end := bytes.Index(code, []byte("*/"))
		lines[i] = code
		switch {
		case inside || begins:
			inside = end < 0
			if end < 0 || end == len(code)-len("*/") {
				lines[i] = nil
			}
		case extension == ".js" && bytes.HasPrefix(code, []byte("//")):
			lines[i] = nil
		}
	}
	return bytes.Join(lines, []byte("\n"))
}
