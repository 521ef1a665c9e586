package serve_test

import (
	"io"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cathedral/cmd/internal/serve"
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

func TestPreloadsOfAPageThatLacksSomething(t *testing.T) {
	const page = `<head><script type="module" src="main.js"></script></head>`
	for _, test := range []struct {
		page, module, want string
	}{
		{page, `import { a } from "./lost.js";`, "main.js: the module lost.js is missing"},
		{strings.Replace(page, "main", "room/main", 1), `import { a } from "../other/lost.js";`, "room/main.js: the module other/lost.js is missing"},
		{strings.Replace(page, "main", "other", 1), "", "the module other.js is missing"},
		{strings.TrimSuffix(page, "</head>"), "", "want </head> once"},
	} {
		_, err := serve.WithPreloads([]byte(test.page), map[string][]byte{"main.js": []byte(test.module), "room/main.js": []byte(test.module)})
		if err == nil || !strings.HasSuffix(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %s", test.page, err, test.want)
		}
	}
}
