package serve

// The files of the page, which are embedded in the program.

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
)

// The page includes icon.svg as pictures, for notices and for phones on which the page is installed. In the
// maskable one the drawing takes 80 % of the width, because a phone may cut off the rest.
//
//go:embed page
var pageFiles embed.FS

// PageFiles returns the files of the page.
func PageFiles() (fs.FS, error) { return fs.Sub(pageFiles, "page") }

// The pictures of the page that shops of apps show, and that of links to it. TestScreenshots in
// package pagetest makes them and those of the documents.
//
//go:embed screenshots/analysis.png screenshots/phone.png screenshots/preview.png
var screenshots embed.FS

// Screenshots returns the pictures that the manifest and the head of the site name.
func Screenshots() (fs.FS, error) { return fs.Sub(screenshots, "screenshots") }

// file is a file of the page in the forms in which it is sent.
type file struct {
	kind          string // its MIME type
	plain, packed []byte // packed is nil if it would not be shorter
	tag           string // the ETag, a hash of the contents
}

// kinds returns the MIME types of the page's files by extension.
func kinds() map[string]string {
	return map[string]string{
		".html":        "text/html; charset=utf-8",
		".css":         "text/css; charset=utf-8",
		".js":          "text/javascript", // which is UTF-8 anyway; there are eighty
		".svg":         "image/svg+xml",
		".png":         "image/png",
		".json":        "application/json",
		".webmanifest": "application/manifest+json",
		".txt":         "text/plain; charset=utf-8",
	}
}

// AddStripped adds the files of a source to files by name, as Stripped leaves them.
func AddStripped(files map[string][]byte, source fs.FS) error {
	return fs.WalkDir(source, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(source, name)
		files[name] = Stripped(name, text)
		return err
	})
}

// readPage returns the page's files by path.
func readPage() (map[string]*file, error) {
	root, err := PageFiles()
	if err != nil {
		return nil, err
	}
	pictures, err := Screenshots()
	if err != nil {
		return nil, err
	}
	contents := map[string][]byte{}
	for _, source := range []fs.FS{root, pictures} {
		if err := AddStripped(contents, source); err != nil {
			return nil, fmt.Errorf("page: %w", err)
		}
	}
	if contents["index.html"], err = WithOneSheet(contents["index.html"], contents); err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	if contents["index.html"], err = WithPreloads(contents["index.html"], contents); err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	files := map[string]*file{}
	for name, plain := range contents {
		kind, known := kinds()[path.Ext(name)]
		if !known {
			return nil, fmt.Errorf("page: %s: files of this kind are not served", name)
		}
		if files[name], err = newFile(kind, plain); err != nil {
			return nil, fmt.Errorf("page: %w", err)
		}
	}
	return files, nil
}

func newFile(kind string, plain []byte) (*file, error) {
	f := &file{kind: kind, plain: plain, tag: tagOf(plain)}
	packed, err := Packed(plain)
	if err != nil {
		return nil, err
	}
	if len(packed) < len(plain) {
		f.packed = packed
	}
	return f, nil
}

// tagOf returns the ETag of contents.
func tagOf(contents []byte) string {
	sum := sha256.Sum256(contents)
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:6]) + `"`
}

// Packed returns data compressed with gzip, as small as that makes it.
func Packed(data []byte) ([]byte, error) {
	var packed bytes.Buffer
	writer, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := writer.Write(data); err != nil {
		return nil, err
	}
	err = writer.Close()
	return packed.Bytes(), err
}

// ServeHTTP sends the file, compressed if the browser accepts that, or says
// that it has not changed. Browsers must ask each time unless the header says
// otherwise, because the next version of the program may have a different page.
func (f *file) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	if header.Get("Cache-Control") == "" {
		header.Set("Cache-Control", "no-cache")
	}
	header.Set("Vary", "Accept-Encoding")
	header.Set("ETag", f.tag)
	unchanged := strings.Contains(r.Header.Get("If-None-Match"), f.tag)
	// On eighty scripts these weigh more than a quarter of the page. Browsers keep those of an unchanged file.
	if unchanged || !f.isDocument() {
		for _, name := range []string{"Content-Security-Policy", "X-Frame-Options", "Referrer-Policy", "Cross-Origin-Opener-Policy"} {
			header.Del(name)
		}
	}
	if unchanged {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	header.Set("Content-Type", f.kind)
	body := f.plain
	if f.packed != nil && acceptsGzip(r.Header.Get("Accept-Encoding")) {
		header.Set("Content-Encoding", "gzip")
		body = f.packed
	}
	header.Set("Content-Length", strconv.Itoa(len(body)))
	w.Write(body) // net/http omits the body of an answer to HEAD
}

// isDocument reports whether a browser may show the file by itself, and must keep to
// the headers that restrict documents. Scripts, styles and data are not documents.
func (f *file) isDocument() bool {
	kind, _, _ := strings.Cut(f.kind, ";")
	return kind != "text/javascript" && kind != "text/css" && kind != "application/json"
}

// acceptsGzip parses the header Accept-Encoding.
func acceptsGzip(header string) bool {
	for coding := range strings.SplitSeq(header, ",") {
		name, quality, _ := strings.Cut(strings.TrimSpace(coding), ";")
		if strings.TrimSpace(name) == "gzip" {
			return strings.Trim(strings.TrimSpace(quality), "q=0.") != "" || strings.TrimSpace(quality) == ""
		}
	}
	return false
}
