package main

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestReadmeNamesFilesThatExist keeps the map of the source true.
func TestReadmeNamesFilesThatExist(t *testing.T) {
	const root = "../.."
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile("[`(]((?:engine|search|protocol|bench|cmd|\\.ci|LICENSE)(?:/[\\w.*/-]*)?)[`)]").FindAllSubmatch(text, -1)
	if len(names) < 20 {
		t.Fatalf("only %d names of files found", len(names))
	}
	for _, name := range names {
		found, err := filepath.Glob(filepath.Join(root, string(name[1])))
		if err != nil || len(found) == 0 {
			t.Errorf("README.md names %s, which does not exist", name[1])
		}
	}
}
