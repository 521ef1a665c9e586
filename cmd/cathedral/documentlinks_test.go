package main

import (
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"cathedral/cmd/internal/command/commandtest"
)

// TestLinksOfDocumentsLead follows every relative link of every document, to its file and
// to the heading that it names. A link whose text has a figure leads to the section that
// states it.
func TestLinksOfDocumentsLead(t *testing.T) {
	link := regexp.MustCompile(`\[([^\]]*)\]\(([^)\s]+)\)`)
	sections := map[string]map[string]string{} // by the path of a document
	found := documents(t)
	for _, d := range found {
		sections[d.Path] = d.sections()
	}
	least := map[string]int{"README.md": 10, "protocol/PROTOCOL.md": 3}
	for _, d := range found {
		links := 0
		for _, at := range link.FindAllStringSubmatchIndex(d.Prose, -1) {
			text, target := d.Prose[at[2]:at[3]], d.Prose[at[4]:at[5]]
			if strings.Contains(target, "://") {
				continue
			}
			links++
			line := 1 + strings.Count(d.Prose[:at[0]], "\n")
			name, anchor, anchored := strings.Cut(target, "#")
			if name == "" {
				name = path.Base(d.Path)
			}
			name = path.Join(path.Dir(d.Path), name)
			if _, err := os.Stat(filepath.Join(top, name)); err != nil {
				t.Errorf("%s:%d: the link to %s: there is no %s", d.Path, line, target, name)
			} else if section, isThere := sections[name][anchor]; anchored && !isThere {
				t.Errorf("%s:%d: the link to %s: %s has no such heading", d.Path, line, target, name)
			} else if strings.HasSuffix(name, ".md") && !states(section, text) {
				t.Errorf("%s:%d: %s does not state %q", d.Path, line, target, text)
			}
		}
		if links < least[d.Path] {
			t.Errorf("%s: only %d links found", d.Path, links)
		}
	}
}

// sections returns the text below each heading of the document by the name with which links lead to
// it: in lower case, without punctuation, and with hyphens for spaces. The name of the whole text is "".
func (d *document) sections() map[string]string {
	dropped := regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
	sections := map[string]string{}
	for section := range strings.SplitSeq("\n"+d.Prose, "\n#") {
		heading, text, _ := strings.Cut(strings.TrimLeft(section, "# "), "\n")
		sections[strings.ReplaceAll(dropped.ReplaceAllString(strings.ToLower(heading), ""), " ", "-")] = text
	}
	sections[""] = d.Prose
	return sections
}

// states reports whether a section contains a text with a figure, word for word.
func states(section, text string) bool {
	words := strings.Join(strings.Fields(regexp.QuoteMeta(text)), `\s+`)
	return !strings.ContainsAny(text, "0123456789") || regexp.MustCompile(`(^|[^\d.,])`+words+`($|[^\d.,]|[.,](\D|$))`).MatchString(section)
}

func TestAFigureIsStatedWordForWord(t *testing.T) {
	for text, want := range map[string]bool{"64.9 ± 1.4": true, "4.9 ± 1.4": false, "64": false, "1.4": true, "1": false, "E196": true, "words": true} {
		if got := states("scored 64.9 ±\n1.4 % (E196)", text); got != want {
			t.Errorf("%q: %t, want %t", text, got, want)
		}
	}
}

// TestPathsInDocumentsExist finds the files and folders of the source that documents name.
// A path may be given from the top folder or from any other, and with the wildcards of a
// shell.
func TestPathsInDocumentsExist(t *testing.T) {
	// What begins with a top folder, or ends as the name of a source file does.
	looksLikePath := regexp.MustCompile(`^(?:\./)?(?:(?:engine|search|protocol|bench|cmd|\.ci|\.github)/[\w.*/-]*|[\w.*/-]+\.(?:go|md|js|bin))$`)
	files := sourceFiles(t)
	least := map[string]int{"CONTRIBUTING.md": 40, "bench/tune/TUNING.md": 10}
	for _, d := range documents(t) {
		named := 0
		d.spans(func(line int, code string) {
			if looksLikePath.MatchString(code) {
				named++
				if !isPart(files, strings.TrimPrefix(code, "./")) {
					t.Errorf("%s:%d: there is no %s", d.Path, line, code)
				}
			}
		})
		if named < least[d.Path] {
			t.Errorf("%s: only %d paths found", d.Path, named)
		}
	}
}

// TestDocumentsNamedInHelpExist finds the documents that the help of the commands names, from
// the top folder.
func TestDocumentsNamedInHelpExist(t *testing.T) {
	document := regexp.MustCompile(`[\w/]+\.md\b`)
	named := 0
	for _, parent := range newRootCommand(commandtest.Factory("", io.Discard), &profiler{}).Commands() {
		for _, cmd := range append(parent.Commands(), parent) {
			for _, name := range document.FindAllString(cmd.Long+cmd.Flags().FlagUsages(), -1) {
				named++
				if _, err := os.Stat(filepath.Join(top, name)); err != nil {
					t.Errorf("%s --help: there is no %s", cmd.CommandPath(), name)
				}
			}
		}
	}
	if named < 5 {
		t.Errorf("only %d documents are named", named)
	}
}

// isPart reports whether a pattern fits whole names in the path of one of the files, one
// after the other.
func isPart(files []string, pattern string) bool {
	pattern = strings.TrimSuffix(pattern, "/")
	length := 1 + strings.Count(pattern, "/")
	for _, file := range files {
		names := strings.Split(file, "/")
		for i := 0; i+length <= len(names); i++ {
			if fits, _ := path.Match(pattern, path.Join(names[i:i+length]...)); fits {
				return true
			}
		}
	}
	return false
}
