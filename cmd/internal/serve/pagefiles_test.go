package serve_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"

	"cathedral/cmd/internal/serve"
	"cathedral/engine/enginetest"
)

// get asks for a file of the page. The transport adds nothing to the headers.
func (s *testServer) get(t *testing.T, method, path string, header map[string]string) *http.Response {
	t.Helper()
	request, err := http.NewRequest(method, "http://"+s.address+path, nil)
	enginetest.Must(t, err)
	for name, value := range header {
		request.Header.Set(name, value)
	}
	transport := &http.Transport{DisableCompression: true}
	defer transport.CloseIdleConnections()
	response, err := transport.RoundTrip(request)
	enginetest.Must(t, err)
	t.Cleanup(func() { response.Body.Close() })
	return response
}

// A browser gets each file of the page as it is, without its comments, but the styles in one sheet.
// The page itself also names the modules that it needs.
func TestThePageIsServedAsItIs(t *testing.T) {
	server := startServer(t, nil)
	page, err := serve.PageFiles()
	enginetest.Must(t, err)
	files := map[string][]byte{}
	if err := serve.AddStripped(files, page); err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	files["index.html"], err = serve.WithOneSheet(files["index.html"], files)
	enginetest.Must(t, err)
	files["index.html"], err = serve.WithPreloads(files["index.html"], files)
	enginetest.Must(t, err)
	total := 0
	for file, want := range files {
		path := "/" + file
		plain := server.get(t, "GET", path, nil)
		if got, err := io.ReadAll(plain.Body); err != nil || string(got) != string(want) || plain.Header.Get("Content-Encoding") != "" {
			t.Errorf("%s: %d bytes, error %v", path, len(got), err)
		}
		packed := server.get(t, "GET", path, map[string]string{"Accept-Encoding": "br, gzip"})
		if packed.Header.Get("Content-Encoding") == "gzip" {
			reader, err := gzip.NewReader(packed.Body)
			enginetest.Must(t, err)
			if got, err := io.ReadAll(reader); err != nil || string(got) != string(want) {
				t.Errorf("%s, compressed: %d bytes, error %v", path, len(got), err)
			}
		}
		total += int(packed.ContentLength)
		again := server.get(t, "GET", path, map[string]string{"If-None-Match": plain.Header.Get("ETag")})
		if again.StatusCode != http.StatusNotModified {
			t.Errorf("%s, which has not changed: %s", path, again.Status)
		}
	}
	const most = 300_000
	if total > most {
		t.Errorf("the page has %d bytes, compressed: want %d at most", total, most)
	}
	t.Logf("the page has %d bytes, compressed", total)
}

func TestRequestsForThePage(t *testing.T) {
	server := startServer(t, nil)
	for _, test := range []struct {
		method, path string
		want         int
	}{
		{"GET", "/", http.StatusOK},
		{"HEAD", "/", http.StatusOK},
		{"GET", "/index.html", http.StatusOK},
		{"POST", "/", http.StatusMethodNotAllowed},
		{"GET", "/nothing.js", http.StatusNotFound},
		{"GET", "/page/index.html", http.StatusNotFound},
		{"GET", "/%2e%2e/server.go", http.StatusNotFound},
		{"GET", "/..%2fwebserver.go", http.StatusNotFound},
		{"GET", "/socket", http.StatusUpgradeRequired},
	} {
		response := server.get(t, test.method, test.path, nil)
		if response.StatusCode != test.want {
			t.Errorf("%s %s: %s, want %d", test.method, test.path, response.Status, test.want)
		}
		for name, want := range map[string]string{
			"Content-Security-Policy": "default-src 'none'; script-src 'self';",
			"X-Content-Type-Options":  "nosniff",
			"Referrer-Policy":         "no-referrer",
			"X-Frame-Options":         "DENY",
		} {
			if got := response.Header.Get(name); !strings.Contains(got, want) {
				t.Errorf("%s %s: header %s is %q", test.method, test.path, name, got)
			}
		}
	}
}

// Nothing is loaded from elsewhere, and no script or style stands in the page, which
// the policy would not let run.
func TestThePageKeepsToItsPolicy(t *testing.T) {
	server := startServer(t, nil)
	text, err := io.ReadAll(server.get(t, "GET", "/", nil).Body)
	enginetest.Must(t, err)
	page := strings.ToLower(string(text))
	for _, forbidden := range []string{"<style", " style=", " onclick=", "src=\"http", "href=\"http", "src=\"//", "href=\"//", "javascript:"} {
		if strings.Contains(page, forbidden) {
			t.Errorf("the page has %s", forbidden)
		}
	}
	if strings.Count(page, "<script") != strings.Count(page, "<script type=\"module\" src=\"") {
		t.Error("the page has a script that is not in a file of its own")
	}
}
