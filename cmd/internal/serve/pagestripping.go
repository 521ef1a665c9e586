package serve

// Comments and indentation are for those who read the source: a browser gets the scripts
// and styles without them.

import (
	"bytes"
	"path"
)

// Stripped returns the text of a page's script or style without indentation, and with an
// empty line for each line of a comment, so that lines keep their numbers. A comment that
// ends a line of a script is removed too. It stays if it has a quotation mark or a slash, and
// so might be part of a text or a pattern. A text of several lines must not have " // ".
// Licences, which begin with "/*!", stay. Files of other kinds are returned as they are.
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
		case extension == ".js":
			lines[i] = beforeComment(code)
		}
	}
	return bytes.Join(lines, []byte("\n"))
}

// beforeComment returns a line of a script without the comment that ends it, if there is
// one that can be nothing else.
func beforeComment(line []byte) []byte {
	begin := bytes.LastIndex(line, []byte(" // "))
	if begin < 0 || bytes.ContainsAny(line[begin+len(" // "):], "\"'`/") {
		return line
	}
	return bytes.TrimSpace(line[:begin])
}
