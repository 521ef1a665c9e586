package pagetest

// The page's catalogue of texts against the files that use it.

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// catalogueFile is the file of the texts in English.
const catalogueFile = "texts/english.json"

// catalogueEntry is a text, or has the forms of a number by their names.
type catalogueEntry struct {
	text  string
	forms map[string]string
}

func (e *catalogueEntry) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return json.Unmarshal(data, &e.text)
	}
	return json.Unmarshal(data, &e.forms)
}

// words returns the text, or the texts of the forms.
func (e *catalogueEntry) words() []string {
	if e.forms == nil {
		return []string{e.text}
	}
	return slices.Collect(maps.Values(e.forms))
}

// catalogueParts are the files of a catalogue: what a first visit needs, and the texts of the other modes.
func catalogueParts(file string) []string {
	return []string{file, strings.Replace(file, "texts/", "texts/study/", 1)}
}

// readCatalogueOf returns the entries of a catalogue, a file of the page with its parts, by their keys.
func readCatalogueOf(t *testing.T, file string) map[string]*catalogueEntry {
	t.Helper()
	var entries map[string]*catalogueEntry
	for _, part := range catalogueParts(file) {
		if err := json.Unmarshal([]byte(pageFile(t, part)), &entries); err != nil || len(entries) == 0 {
			t.Fatalf("%s: %d entries, error %v", part, len(entries), err)
		}
	}
	return entries
}

// Each key appears once. Forms are those of plurals, of certain numbers, or of words that are
// texts of the same catalogue. If there are plurals, one is for all that has no other.
func TestTheCataloguesAreWellFormed(t *testing.T) {
	for _, language := range languages(t) {
		t.Run(language.tag, func(t *testing.T) {
			catalogue := readCatalogueOf(t, language.file)
			words := map[string]bool{}
			for _, entry := range catalogue {
				words[entry.text] = true
			}
			seen := map[string]bool{}
			for _, part := range catalogueParts(language.file) {
				for _, match := range regexp.MustCompile(`(?m)^  "([^"]+)":`).FindAllStringSubmatch(pageFile(t, part), -1) {
					if seen[match[1]] {
						t.Errorf("the key %s appears twice", match[1])
					}
					seen[match[1]] = true
				}
			}
			plural := regexp.MustCompile(`^(zero|one|two|few|many|other)$`)
			for key, entry := range catalogue {
				if !seen[key] {
					t.Errorf("the key %s does not stand on a line of its own", key)
				}
				plurals := 0
				for name := range entry.forms {
					if plural.MatchString(name) {
						plurals++
					} else if _, err := strconv.Atoi(name); err != nil && !words[name] {
						t.Errorf("%s: %q is neither a form of a number nor a text of the catalogue", key, name)
					}
				}
				if _, found := entry.forms["other"]; plurals > 0 && !found {
					t.Errorf("%s: the form \"other\" is missing", key)
				}
			}
		})
	}
}

// Every key that a file names is in the catalogue, and every key of the catalogue is
// named by a file.
func TestTheCatalogueHasTheTextsThatThePageUses(t *testing.T) {
	catalogue := readCatalogueOf(t, catalogueFile)
	unused := map[string]bool{}
	for key := range catalogue {
		unused[key] = true
	}
	use := func(file, pattern string) {
		parts := regexp.MustCompile(`\$\{[^}]*\}`).Split(pattern, -1)
		for i := range parts {
			parts[i] = regexp.QuoteMeta(parts[i])
		}
		named := regexp.MustCompile("^" + strings.Join(parts, ".+") + "$")
		found := false
		for key, entry := range catalogue {
			if entry.forms == nil && named.MatchString(key) {
				delete(unused, key)
				found = true
			}
		}
		if !found {
			t.Errorf("%s: the catalogue has no text %s", file, pattern)
		}
	}
	form := regexp.MustCompile(`\{\w+:([^}]*)\}`)
	for key, entry := range catalogue {
		for _, words := range entry.words() {
			for _, match := range form.FindAllStringSubmatch(words, -1) {
				delete(unused, match[1])
				if named := catalogue[match[1]]; named == nil || named.forms == nil {
					t.Errorf("%s: the catalogue has no forms %s", key, match[1])
				}
			}
		}
	}
	html := regexp.MustCompile(`\bdata-text(?:-[a-z-]+)?="([^"]*)"`)
	for _, match := range html.FindAllStringSubmatch(pageFile(t, "index.html"), -1) {
		use("index.html", match[1])
	}
	definition := regexp.MustCompile(`^[^()]*(?:\{\})?\) \{$`)
	call := regexp.MustCompile(`(?:^|[^.\w])text\(`)
	argument := regexp.MustCompile("^(?:[^?]*[^?]\\? )?[\"`]([a-zA-Z]+\\.[^\"`]+)[\"`](?: : [\"`]([a-zA-Z]+\\.[^\"`]+)[\"`])?[,)]")
	for name, source := range modules(t) {
		for _, at := range call.FindAllStringIndex(source, -1) {
			line, _, _ := strings.Cut(source[at[1]:], "\n")
			if definition.MatchString(line) || name == "texts/statictexts.js" {
				continue
			}
			match := argument.FindStringSubmatch(line)
			if match == nil {
				t.Errorf("%s: the key of text(%s does not stand there", name, line)
				continue
			}
			use(name, match[1])
			if match[2] != "" {
				use(name, match[2])
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(unused)) {
		t.Errorf("no file uses the text %s", key)
	}
}

// The catalogue calls the buildings as the engine does.
func TestTheCatalogueNamesTheBuildings(t *testing.T) {
	catalogue := readCatalogueOf(t, catalogueFile)
	for building := range engine.Building(engine.NumBuildings) {
		key, name := "building."+building.Code(), strings.ToLower(building.String())
		if entry := catalogue[key]; entry == nil || entry.text != name {
			t.Errorf("the catalogue lacks %s: %s", key, name)
		}
	}
}

// One may choose each rule set of the engine on the page, which has words for it.
func TestThePageHasTheRuleSets(t *testing.T) {
	catalogue := readCatalogueOf(t, catalogueFile)
	var quoted []string
	for _, rules := range engine.RuleSets() {
		quoted = append(quoted, strconv.Quote(rules.String()))
		for _, key := range []string{"ruleset.", "ruleset.about."} {
			if catalogue[key+rules.String()] == nil {
				t.Errorf("the catalogue lacks %s%s", key, rules)
			}
		}
	}
	list := "RULE_SETS = [" + strings.Join(quoted, ", ") + "];"
	if !strings.Contains(pageFile(t, "game/rulesets.js"), list) {
		t.Errorf("the page lacks %s", list)
	}
}

// The page has a sentence for each reason with a code that an answer may have.
func TestTheCatalogueHasTheReasons(t *testing.T) {
	sources, err := filepath.Glob("../../*/*.go")
	enginetest.Must(t, err)
	catalogue := readCatalogueOf(t, catalogueFile)
	codes := 0
	readers, err := filepath.Glob("../../../../engine/record/*[^t].go")
	enginetest.Must(t, err)
	for _, file := range append(append(sources, "../../../../engine/legality.go"), readers...) {
		source, err := os.ReadFile(file)
		enginetest.Must(t, err)
		given := regexp.MustCompile(`(?:NewCoded\(|[^e]\.fault\(|code: )"(\w+)"`)
		if strings.HasSuffix(file, "legality.go") {
			given = regexp.MustCompile(`(?m)[a-z]\w+: +"(\w+)",`)
		}
		for _, match := range given.FindAllStringSubmatch(string(source), -1) {
			codes++
			if catalogue["refusal."+match[1]] == nil {
				t.Errorf("%s: the catalogue has no sentence for the reason %s", file, match[1])
			}
		}
	}
	for _, first := range engine.FirstBuildings()[1:] {
		for _, key := range []string{"refusal." + first.String(), "fair." + first.String()} {
			if catalogue[key] == nil {
				t.Errorf("the catalogue has no %s", key)
			}
		}
	}
	if codes < 30 {
		t.Errorf("only %d codes were found", codes)
	}
}

// names are literals that look like texts for people, and are words of other formats:
// of the protocol, of records, of the browser.
var names = []string{
	"ArrowDown", "ArrowLeft", "ArrowRight", "ArrowUp", "End", "Enter", "Escape", "Home",
	"Adjudication", "Black", "Date", "Event", "Score", "Termination", "White", "time forfeit",
	"Rules", "OptionalCapture", "info string error: ", "setoption name 0 value 0",
	"QuotaExceededError", "AbortError", "PushManager", "WebSocket", "level visitor", "infinite searchmoves 0",
}

// No text for people stands outside the catalogue: two words in a row, or one with a
// capital letter, in a literal of a module or in index.html.
func TestTextsStandInTheCatalogue(t *testing.T) {
	looksWritten := regexp.MustCompile(`\p{L}{2,}[,.;:!?…]* \p{L}{2,}|^\p{Lu}\p{Ll}+|\p{L}{2,}…`)
	notForPeople := regexp.MustCompile(`(?:\bclass: (?:[^"` + "`" + `]* \? )?|classList\.\w+\(|matchMedia\(|closest\(|matches\(|querySelector(?:All)?\()$`)
	checked := 0
	for name, source := range modules(t) {
		for _, literal := range literals(source) {
			checked++
			if looksWritten.MatchString(literal.text) && !slices.Contains(names, literal.text) && !notForPeople.MatchString(literal.before) &&
				!strings.HasSuffix(literal.before, "throw new Error(") {
				t.Errorf("%s: %q is not in the catalogue", name, literal.text)
			}
		}
	}
	if checked < 500 {
		t.Errorf("only %d literals were found", checked)
	}
	page := pageFile(t, "index.html")
	page = regexp.MustCompile(`(?s)<noscript>.*?</noscript>|<div id="unloaded".*?</div>|<title>.*?</title>|<kbd>.</kbd>`).ReplaceAllString(page, "")
	for _, match := range regexp.MustCompile(`(?s)>([^<>]*\p{L}[^<>]*)<`).FindAllStringSubmatch(page, -1) {
		t.Errorf("index.html: %q is not in the catalogue", strings.TrimSpace(match[1]))
	}
	for _, match := range regexp.MustCompile(`\s(?:aria-label|aria-roledescription|title|placeholder|alt)="[^"]+"`).FindAllString(page, -1) {
		t.Errorf("index.html: %s is not in the catalogue", match)
	}
}

// literal is a text in a module, and what stands before it on its line.
type literal struct{ text, before string }

// literals returns the texts of a module, also those within templates, in which 0 stands for each
// value, and leaves out comments.
func literals(source string) (found []literal) {
	comment := regexp.MustCompile(`(?ms)^\s*//.*?$|/\*.*?\*/|([{;,)]) // .*?$`)
	value := regexp.MustCompile(`\$\{(?:[^{}` + "`" + `]|\{[^{}` + "`" + `]*\})*\}`)
	quoted := regexp.MustCompile(`"((?:[^"\\\n]|\\.)*)"|` + "`[^`]*`")
	read := func(source string) {
		for _, at := range quoted.FindAllStringIndex(source, -1) {
			before := source[strings.LastIndexByte(source[:at[0]], '\n')+1 : at[0]]
			found = append(found, literal{source[at[0]+1 : at[1]-1], before})
		}
	}
	source = comment.ReplaceAllString(source, "$1")
	for _, within := range value.FindAllString(source, -1) {
		read(within)
	}
	read(value.ReplaceAllString(source, "0"))
	return found
}
