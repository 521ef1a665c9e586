package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cathedral/cmd/internal/identity"
	"cathedral/engine/enginetest"
)

// TestTheDocumentsNameTheVersion keeps the one version in step with the texts that
// show it.
func TestTheDocumentsNameTheVersion(t *testing.T) {
	for name, want := range map[string]string{
		"protocol/PROTOCOL.md":           "id name Cathedral " + identity.Version + "\n",
		"cmd/internal/serve/MESSAGES.md": `"version": "` + identity.Version + `"`,
		"CHANGELOG.md":                   "# Changes\n\n## " + identity.Version + " ",
	} {
		text, err := os.ReadFile(filepath.Join("../..", name))
		enginetest.Must(t, err)
		if !strings.Contains(string(text), want) {
			t.Errorf("%s does not contain %q", name, want)
		}
	}
}
