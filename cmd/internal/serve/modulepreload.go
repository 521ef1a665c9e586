package serve

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
)

var (
	moduleScript = regexp.MustCompile(`<script type="module" src="([^"]+)"></script>`)
	staticImport = regexp.MustCompile(`(?m)^(?:import|export) .* from "(\.\.?/[^"]+)";$`)
)

// WithPreloads returns index.html with a link for each module that its scripts import, so
// that a browser asks for all of them at once. Otherwise it would learn of a module only after
// it has loaded one that imports it. Modules that are imported later, by a call of
// import, are left out. files are the files of the page by name.
func WithPreloads(index []byte, files map[string][]byte) ([]byte, error) {
	var links bytes.Buffer
	seen := map[string]bool{}
	var visit func(name string) error
	visit = func(name string) error {
		if seen[name] {
			return nil
		}
		seen[name] = true
		text, found := files[name]
		if !found {
			return fmt.Errorf("the module %s is missing", name)
		}
		for _, imported := range staticImport.FindAllSubmatch(text, -1) {
			if err := visit(path.Join(path.Dir(name), string(imported[1]))); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		fmt.Fprintf(&links, "<link rel=\"modulepreload\" href=%q>\n", name)
		return nil
	}
	for _, script := range moduleScript.FindAllSubmatch(index, -1) {
		if err := visit(string(script[1])); err != nil {
			return nil, err
		}
	}
	const end = "</head>"
	if bytes.Count(index, []byte(end)) != 1 {
		return nil, fmt.Errorf("index.html: want %s once", end)
	}
	return bytes.Replace(index, []byte(end), append(links.Bytes(), end...), 1), nil
}
