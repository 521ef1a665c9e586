package main

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"cathedral/engine/enginetest"
)

// top is the top folder of the source, seen from this one.
const top = "../.."

// document is a Markdown file of the source, its path from the top folder, with slashes.
type document struct{ enginetest.Document }

// documents returns all documents of the source.
func documents(t *testing.T) []document {
	t.Helper()
	var found []document
	for _, path := range sourceFiles(t) {
		if filepath.Ext(path) == ".md" {
			d := enginetest.ReadDocument(t, filepath.Join(top, path))
			d.Path = path
			found = append(found, document{d})
		}
	}
	if len(found) < 10 {
		t.Fatalf("only %d documents found", len(found))
	}
	return found
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
	for _, at := range codeSpan.FindAllStringSubmatchIndex(d.Prose, -1) {
		use(1+strings.Count(d.Prose[:at[0]], "\n"), strings.Join(strings.Fields(d.Prose[at[2]:at[3]]), " "))
	}
}
