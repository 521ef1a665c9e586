package serve

// Comments and indentation are for those who read the source: a browser gets the scripts
// and styles without them.

import (
	"bytes"
	"path"
	"regexp"
	"strconv"
)

// Stripped returns the text of a page's script or style without indentation, and with an
// empty line for each line of a comment, so that lines keep their numbers. A comment that
// ends a line of a script is removed too. It stays if it has a quotation mark or a slash, and
// so might be part of a text or a pattern. A text of several lines must not have " // ".
// Licences, which begin with "/*!", stay. A style grows with the reader's letters, as inLetters has
// it. Files of other kinds are returned as they are.
func Stripped(name string, text []byte) []byte {
	extension := path.Ext(name)
	if extension != ".js" && extension != ".css" {
		return text
	}
	if extension == ".css" {
		text = inLetters(text)
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

// A size of letters in pixels is one of a drawing, whose unit the drawing sets: others are variables.
var styledLength = regexp.MustCompile(`font(?:-size)?:[^;]*|[\d.]+px`)

// inLetters returns a style whose lengths are measured by the letters that a reader has chosen in the
// browser, of which 16 pixels are usual, and so are the windows that it distinguishes.
func inLetters(style []byte) []byte {
	return styledLength.ReplaceAllFunc(style, func(length []byte) []byte {
		pixels, err := strconv.ParseFloat(string(bytes.TrimSuffix(length, []byte("px"))), 64)
		if err != nil {
			return length
		}
		return append(strconv.AppendFloat(nil, pixels/16, 'f', -1, 64), "rem"...)
	})
}
