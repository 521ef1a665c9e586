package serve_test

import (
	"io"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The page names each module that it needs to start, once, and none that it loads later.
func TestThePageAsksForItsModulesAtOnce(t *testing.T) {
	server := startServer(t, nil)
	read := func(address string) string {
		t.Helper()
		response := server.get(t, "GET", address, nil)
		text, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s, error %v", address, response.Status, err)
		}
		return string(text)
	}
	all := func(pattern, text string) (found []string) {
		for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
			found = append(found, match[1])
		}
		return found
	}
	page := read("/")
	wanted := all(`<script type="module" src="([^"]+)">`, page)
	for i := 0; i < len(wanted); i++ {
		for line := range strings.SplitSeq(read("/"+wanted[i]), "\n") {
			if !strings.HasPrefix(line, "import ") && !strings.HasPrefix(line, "} from ") {
				continue
			}
			names := all(`"(\.\.?/.*)"`, line)
			if len(names) != 1 {
				t.Fatalf("%s imports in a line that names no module: %s", wanted[i], line)
			}
			if module := path.Join(path.Dir(wanted[i]), names[0]); !slices.Contains(wanted, module) {
				wanted = append(wanted, module)
			}
		}
	}
	got := all(`<link rel="modulepreload" href="([^"]+)">`, page)
	slices.Sort(got)
	slices.Sort(wanted)
	if !slices.Equal(got, wanted) || len(got) < 10 {
		t.Errorf("it asks for\n%s\nwant\n%s", got, wanted)
	}
	if slices.Contains(got, "modes/reviewmode.js") {
		t.Error("it asks for a mode that is entered later")
	}
}
