package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTheDocumentsNameTheVersion keeps the one version in step with the texts that
// show it.
func TestTheDocumentsNameTheVersion(t *testing.T) {
	for name, want := range map[string]string{
		"protocol/PROTOCOL.md": "id name Cathedral " + version + "\n",
		"CHANGELOG.md":         "# Changes\n\n## " + version + " ",
	} {
		text, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), want) {
			t.Errorf("%s does not contain %q", name, want)
		}
	}
}
