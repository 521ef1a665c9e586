package main

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestDocumentsNameFilesThatExist keeps the documents at the top, and the map of the
// source that one of them has, true.
func TestDocumentsNameFilesThatExist(t *testing.T) {
	const root = "../.."
	path := regexp.MustCompile("[`(]((?:engine|search|protocol|bench|cmd|\\.ci|LICENSE)(?:/[\\w.*/-]*)?)[`)]")
	for document, least := range map[string]int{"README.md": 10, "CONTRIBUTING.md": 40} {
		text, err := os.ReadFile(filepath.Join(root, document))
		if err != nil {
			t.Fatal(err)
		}
		names := path.FindAllSubmatch(text, -1)
		if len(names) < least {
			t.Fatalf("%s: only %d names of files found, want %d at least", document, len(names), least)
		}
		for _, name := range names {
			found, err := filepath.Glob(filepath.Join(root, string(name[1])))
			if err != nil || len(found) == 0 {
				t.Errorf("%s names %s, which does not exist", document, name[1])
			}
		}
	}
}
