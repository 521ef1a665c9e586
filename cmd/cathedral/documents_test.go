package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"cathedral/engine/enginetest"
)

// top is the top folder of the source, seen from this one.
const top = "../.."

// document is a Markdown file of the source.
type document struct {
	path   string // from the top folder, with slashes
	text   string
	blocks []block
	prose  string // the text with empty lines in place of the blocks
}

// block is a fenced block of a document.
type block struct {
	line int    // of the document, at which its text begins
	info string // the words after the opening fence
	text string
}

// fence matches the opening or closing line of a block, which a list may indent.
var fence = regexp.MustCompile("^( *)```(.*)$")

// documents returns all documents of the source.
func documents(t *testing.T) []document {
	t.Helper()
	var found []document
	for _, path := range sourceFiles(t) {
		if filepath.Ext(path) == ".md" {
			text, err := os.ReadFile(filepath.Join(top, path))
			enginetest.Must(t, err)
			found = append(found, newDocument(path, string(text)))
		}
	}
	if len(found) < 10 {
		t.Fatalf("only %d documents found", len(found))
	}
	return found
}

// newDocument divides the text of a document at path into prose and blocks.
func newDocument(path, text string) document {
	d := document{path: path, text: text}
	var open *block
	indent := ""
	number := 0
	for line := range strings.Lines(text) {
		number++
		match := fence.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		switch {
		case open == nil && match == nil:
			d.prose += line
			continue
		case open == nil:
			indent, open = match[1], &block{line: number + 1, info: match[2]}
		case match != nil && match[2] == "":
			d.blocks, open = append(d.blocks, *open), nil
		default:
			open.text += strings.TrimPrefix(line, indent)
		}
		d.prose += "\n"
	}
	return d
}

// sourceFiles returns the paths of all files of the source, from the top folder and with
// slashes. It leaves hidden folders out, but for .ci and .github.
func sourceFiles(t *testing.T) []string {
	t.Helper()
	var paths []string
	err := filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() && path != top && name[0] == '.' && name != ".ci" && name != ".github" {
			return fs.SkipDir
		}
		if relative, err := filepath.Rel(top, path); err != nil {
			return err
		} else if !entry.IsDir() {
			paths = append(paths, filepath.ToSlash(relative))
		}
		return nil
	})
	enginetest.Must(t, err)
	return paths
}

// codeSpan matches code in a line of text, or over two lines.
var codeSpan = regexp.MustCompile("`([^`\n]+(?:\n[^`\n]+)?)`")

// spans calls use for each code span in the prose of the document, with its line and with
// single spaces.
func (d *document) spans(use func(line int, code string)) {
	for _, at := range codeSpan.FindAllStringSubmatchIndex(d.prose, -1) {
		use(1+strings.Count(d.prose[:at[0]], "\n"), strings.Join(strings.Fields(d.prose[at[2]:at[3]]), " "))
	}
}
