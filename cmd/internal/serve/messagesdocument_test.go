package serve

// MESSAGES.md and the page against the table of requests.

import (
	"io/fs"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cathedral/cmd/internal/messages"
	"cathedral/engine/enginetest"
)

// tableRows returns the cells of the table in a section of a document.
func tableRows(document, section string) (rows [][]string) {
	_, text, _ := strings.Cut(document, "\n## "+section+"\n")
	text, _, _ = strings.Cut(text, "\n## ")
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "| `") {
			cells := strings.Split(strings.Trim(line, "|\n"), "|")
			for i := range cells {
				cells[i] = strings.TrimSpace(cells[i])
			}
			rows = append(rows, cells)
		}
	}
	return rows
}

// quotedNames returns the names between backquotes.
func quotedNames(text string) (names []string) {
	for _, match := range regexp.MustCompile("`([A-Za-z][A-Za-z0-9]*)`").FindAllStringSubmatch(text, -1) {
		names = append(names, match[1])
	}
	return names
}

// fieldNames returns the names of a struct's fields in JSON, those of embedded structs too.
func fieldNames(structure reflect.Type) (names []string) {
	for i := range structure.NumField() {
		field := structure.Field(i)
		if field.Anonymous {
			names = append(names, fieldNames(field.Type)...)
		} else if name := field.Tag.Get("json"); name != "id" && name != "do" {
			names = append(names, name)
		}
	}
	return names
}

// The document lists each request with its fields and says whether it may come twice, and
// lists no other. A section describes each of them, and what it shows can be parsed.
func TestTheDocumentListsTheRequests(t *testing.T) {
	type listed struct {
		fields     []string
		repetition messages.Repetition
	}
	text, err := os.ReadFile("MESSAGES.md")
	enginetest.Must(t, err)
	document := string(text)
	var game []string
	for _, row := range tableRows(document, "Games in requests") {
		game = append(game, quotedNames(row[0])...)
	}
	found := map[string]listed{}
	for _, row := range tableRows(document, "Requests") {
		fields := quotedNames(row[1])
		if strings.HasPrefix(row[1], "a game") {
			fields = append(slices.Clone(game), fields...)
		}
		slices.Sort(fields)
		for _, name := range quotedNames(row[0]) {
			if _, twice := found[name]; twice {
				t.Errorf("MESSAGES.md lists %s twice", name)
			}
			found[name] = listed{fields, row[2] == "yes"}
		}
	}
	var sections []string
	for _, heading := range regexp.MustCompile(`(?m)^## ([a-z, ]+)$`).FindAllStringSubmatch(document, -1) {
		sections = append(sections, strings.Split(heading[1], ", ")...)
	}
	for _, request := range requests(true) {
		want := listed{fieldNames(reflect.TypeOf(request.New()).Elem()), request.Repetition}
		slices.Sort(want.fields)
		if got, known := found[request.Name]; !known || !slices.Equal(got.fields, want.fields) || got.repetition != want.repetition {
			t.Errorf("%s: MESSAGES.md lists %+v, want %+v", request.Name, got, want)
		}
		if !slices.Contains(sections, request.Name) {
			t.Errorf("%s: MESSAGES.md has no section about it", request.Name)
		}
		delete(found, request.Name)
	}
	if len(found) > 0 {
		t.Errorf("MESSAGES.md lists requests that are not answered: %v", found)
	}
	if known := len(requests(true)) + len([]string{"hello"}); len(sections) != known {
		t.Errorf("MESSAGES.md has sections about %d names, want %d: %s", len(sections), known, sections)
	}
	shown := regexp.MustCompile("`(\\{[^`]*\"do\":[^`]*\\})`").FindAllStringSubmatch(document, -1)
	if len(shown) < 10 {
		t.Errorf("MESSAGES.md shows only %d requests", len(shown))
	}
	for _, request := range shown {
		message := strings.ReplaceAll(request[1], "[…]", "[]")
		if _, _, _, err := requests(true).Parse([]byte(message)); err != nil {
			t.Errorf("%s: %v", message, err)
		}
	}
}

// The page sends those requests again that may come twice, and no others.
func TestThePageRepeatsWhatMayComeTwice(t *testing.T) {
	var want []string
	for _, request := range requests(true) {
		if request.Repetition == messages.Repeatable {
			want = append(want, request.Name)
		}
	}
	slices.Sort(want)
	var found [][]string
	err := fs.WalkDir(pageFiles, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		source, err := fs.ReadFile(pageFiles, name)
		for _, set := range regexp.MustCompile(`REPEATABLE = new Set\(\[(.*)\]\)`).FindAllSubmatch(source, -1) {
			names := regexp.MustCompile(`\w+`).FindAllString(string(set[1]), -1)
			slices.Sort(names)
			found = append(found, names)
		}
		return err
	})
	if err != nil || len(found) != 1 || !slices.Equal(found[0], want) {
		t.Errorf("the page repeats %s, want %s; error %v", found, want, err)
	}
}
