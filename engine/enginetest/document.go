package enginetest

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// Document is a Markdown document.
type Document struct {
	Path   string
	Text   string
	Blocks []Block
	Prose  string // the text with empty lines in place of the blocks
}

// Block is a fenced block of a document.
type Block struct {
	Line int    // of the document, at which the text begins
	Info string // the words after the opening fence
	Text string
	Next string // the first line of prose that follows
}

// fence matches the opening or closing line of a block, which a list may indent.
var fence = regexp.MustCompile("^( *)```(.*)$")

// ReadDocument reads the document at path.
func ReadDocument(t testing.TB, path string) Document {
	t.Helper()
	text, err := os.ReadFile(path)
	Must(t, err)
	return NewDocument(t, path, string(text))
}

// NewDocument divides the text of a document at path into prose and blocks. A block without an end
// fails the test.
func NewDocument(t testing.TB, path, text string) Document {
	t.Helper()
	d := Document{Path: path, Text: text}
	var open *Block
	indent := ""
	number := 0
	for line := range strings.Lines(text) {
		number++
		match := fence.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		switch {
		case open == nil && match == nil:
			d.Prose += line
			if last := len(d.Blocks) - 1; last >= 0 && d.Blocks[last].Next == "" {
				d.Blocks[last].Next = strings.TrimSuffix(line, "\n")
			}
			continue
		case open == nil:
			indent, open = match[1], &Block{Line: number + 1, Info: match[2]}
		case match != nil && match[2] == "":
			d.Blocks, open = append(d.Blocks, *open), nil
		default:
			open.Text += strings.TrimPrefix(line, indent)
		}
		d.Prose += "\n"
	}
	if open != nil {
		t.Fatalf("%s:%d: the block has no end", path, open.Line)
	}
	return d
}

// Examples returns the texts of the blocks with the words info after their fences. It fails the test if
// there are none.
func (d *Document) Examples(t testing.TB, info string) (texts []string) {
	t.Helper()
	for _, block := range d.Blocks {
		if block.Info == info {
			texts = append(texts, block.Text)
		}
	}
	if len(texts) == 0 {
		t.Fatalf("%s has no block %q", d.Path, info)
	}
	return texts
}
