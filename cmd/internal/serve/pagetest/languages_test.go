package pagetest

import (
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"cathedral/cmd/internal/serve"
	"cathedral/engine/enginetest"
)

// language is a language of the page.
type language struct {
	tag  string // as documents have it, such as "de"
	file string // its catalogue, a file of the page
}

// languages returns the languages that the page offers, English first.
func languages(t *testing.T) []language {
	t.Helper()
	script := pageFile(t, "texts/language.js")
	_, list, _ := strings.Cut(script, "const CATALOGUES = {")
	list, _, _ = strings.Cut(list, "}")
	var found []language
	for _, match := range regexp.MustCompile(`"([\w-]+)": "(\w+)"`).FindAllStringSubmatch(list, -1) {
		found = append(found, language{tag: match[1], file: "texts/" + match[2] + ".json"})
	}
	if len(found) == 0 || found[0].file != catalogueFile {
		t.Fatalf("the languages are %v", found)
	}
	return found
}

// The page offers every language that it has a catalogue of.
func TestThePageOffersItsLanguages(t *testing.T) {
	page, err := serve.PageFiles()
	enginetest.Must(t, err)
	files, err := fs.Glob(page, "texts/*.json")
	enginetest.Must(t, err)
	var offered []string
	for _, language := range languages(t) {
		offered = append(offered, language.file)
	}
	slices.Sort(offered)
	if !slices.Equal(offered, files) {
		t.Errorf("the page offers %s and has %s", offered, files)
	}
}

var placeholder = regexp.MustCompile(`\{(\w+)(?::([\w.]+))?\}`)

// values returns the names of the values that stand in texts, sorted.
func values(texts ...string) []string {
	names := map[string]bool{}
	for _, match := range placeholder.FindAllStringSubmatch(strings.Join(texts, ""), -1) {
		names[match[1]] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// Each language has the texts of the English catalogue and no others, with the same values in
// them. It may have forms of its own, and need not have those that none of its texts uses.
func TestTheLanguagesHaveTheSameTexts(t *testing.T) {
	english := readCatalogueOf(t, catalogueFile)
	for _, language := range languages(t)[1:] {
		catalogue := readCatalogueOf(t, language.file)
		used := map[string]bool{}
		for key, entry := range catalogue {
			for _, match := range placeholder.FindAllStringSubmatch(strings.Join(entry.words(), ""), -1) {
				if match[2] == "" {
					continue
				}
				used[match[2]] = true
				if forms := catalogue[match[2]]; forms == nil || forms.forms == nil {
					t.Errorf("%s: %s: there are no forms %s", language.tag, key, match[2])
				}
			}
		}
		for key, entry := range english {
			other := catalogue[key]
			switch {
			case other == nil:
				if entry.forms == nil {
					t.Errorf("%s: the text %s is missing", language.tag, key)
				}
			case (entry.forms == nil) != (other.forms == nil):
				t.Errorf("%s: %s is a text in one language and has forms in the other", language.tag, key)
			case entry.forms == nil && !slices.Equal(values(entry.text), values(other.text)):
				t.Errorf("%s: %s has the values %v, want %v", language.tag, key, values(other.text), values(entry.text))
			}
		}
		for key, entry := range catalogue {
			switch {
			case entry.forms == nil && english[key] == nil:
				t.Errorf("%s: there is no such text: %s", language.tag, key)
			case entry.forms != nil && !used[key]:
				t.Errorf("%s: no text uses the forms %s", language.tag, key)
			}
			for name, words := range entry.forms {
				allowed := []string{"number"}
				if english[key] != nil {
					allowed = append(allowed, values(english[key].words()...)...)
				}
				for _, value := range values(words) {
					if !slices.Contains(allowed, value) {
						t.Errorf("%s: the form %s of %s has the value %s", language.tag, name, key, value)
					}
				}
			}
		}
	}
}

// A form that counts is there for each number up to a thousand, as the language needs them.
func TestTheLanguagesHaveThePluralForms(t *testing.T) {
	for _, language := range languages(t) {
		for _, form := range inNode[[]string](t, `async ([tag, file]) => {
			const plurals = new Intl.PluralRules(tag);
			const missing = [];
			for (const [key, forms] of Object.entries(JSON.parse(readFileSync(file, "utf8")))) {
				if (typeof forms === "string" || !("one" in forms)) continue;
				for (let number = 0; number <= 1000; number++) {
					if (!(number in forms) && !(plurals.select(number) in forms)) missing.push(key + " " + number);
				}
			}
			return missing;
		}`, []string{language.tag, language.file}) {
			t.Errorf("%s: there is no form of %s", language.tag, form)
		}
	}
}

// French has a narrow space that does not break before : ; ! ? » and after «: after another one, the sign may begin a line.
func TestFrenchKeepsItsSignsOnTheLine(t *testing.T) {
	loose := regexp.MustCompile(`[ \x{a0}][:;!?»](?:\D|$)|«[ \x{a0}]`)
	for key, entry := range readCatalogueOf(t, "texts/french.json") {
		for _, words := range entry.words() {
			if found := loose.FindString(words); found != "" {
				t.Errorf("%s has %q", key, found)
			}
		}
	}
}

// A friend without a name is spoken of in texts of their own, without a capital letter in mid-sentence; one with a name is
// called by it, even by one that objects of JavaScript have.
func TestTheLanguagesSpeakOfAFriendWithoutAName(t *testing.T) {
	wrong := regexp.MustCompile(`[\p{L},;] (Your|Dein\p{L}*|Ton|Tu) |^[ ']| [ .']|undefined`)
	for _, language := range languages(t) {
		var keys []string
		for key, entry := range readCatalogueOf(t, language.file) {
			if strings.Contains(entry.text, "{friend") {
				keys = append(keys, key)
			}
		}
		said := inNode[[][2]string](t, `async ([tag, file, keys]) => {
			document.documentElement.lang = tag;
			document.getElementById("catalogue").href = "data:application/json;base64," + readFileSync(file).toString("base64");
			const { text, textsLoaded } = await import("./texts/texts.js?" + tag);
			await textsLoaded;
			return keys.map((key) => ["", "constructor"].map((friend) => text(key, { friend, side: "C", time: "12:00", since: "since", games: 2, yours: 3, theirs: 4 })));
		}`, []any{language.tag, language.file, keys})
		if len(said) < 9 {
			t.Errorf("%s: only %d texts speak of a friend", language.tag, len(said))
		}
		for i, words := range said {
			if wrong.MatchString(words[0]) || !strings.Contains(words[1], "constructor") {
				t.Errorf("%s: %s: of a friend without a name it says %q, of one with a name %q", language.tag, keys[i], words[0], words[1])
			}
		}
	}
}

// reader is JavaScript for a browser whose reader prefers some languages.
func reader(tags string) string {
	return `Object.defineProperty(Navigator.prototype, "languages", { get: () => ` + tags + ` });`
}

// chooseLanguage chooses a language by hand, and waits until the page speaks it.
func (p *page) chooseLanguage(language language) {
	p.t.Helper()
	evaluate[chromedp.Void](p, fmt.Sprintf(`{
		delete document.body.dataset.ready;
		const choice = document.getElementById("language");
		choice.value = %q;
		choice.dispatchEvent(new Event("change"));
	}`, language.tag))
	p.await("the page speaks "+language.tag, usable+" && "+fmt.Sprintf(`document.documentElement.lang === %q`, language.tag))
	if got, want := p.text("#tab-play"), readCatalogueOf(p.t, language.file)["page.play"].text; got != want {
		p.t.Errorf("%s: the tab is called %q, want %q", language.tag, got, want)
	}
}

// The page speaks the first of its reader's languages that it knows, and loads its texts and no others.
func TestThePageSpeaksTheLanguageOfItsReader(t *testing.T) {
	got := inNode[[]string](t, `async (readers) => {
		Object.assign(document, { head: new Element() });
		globalThis.Option = Element;
		const spoken = [];
		for (const languages of readers) {
			Object.defineProperty(globalThis, "navigator", { value: { languages }, configurable: true });
			await import("./texts/language.js?" + spoken.length);
			spoken.push([document.documentElement.lang, ...document.head.children.splice(0).map(({ href }) => href.pathname.split("/").at(-1))].join());
		}
		return spoken;
	}`, [][]string{{"de-AT", "fr"}, {"pt-BR", "es-MX", "en"}, {"fr"}, {"ja"}})
	if want := []string{"de,german.json", "es,spanish.json", "fr,french.json", "en-GB,english.json"}; !slices.Equal(got, want) {
		t.Errorf("the page speaks %q, want %q", got, want)
	}
}

// What is chosen by hand goes before what the browser prefers, and is kept with the game.
func TestBrowserKeepsTheChosenLanguage(t *testing.T) {
	p := longPage(t, "#light=person&dark=person&"+midgame, window{width: 1280, height: 800, prepare: reader(`["fr"]`)})
	p.awaitMoves(midgamePlies)
	p.failUnless("other texts are loaded", `performance.getEntriesByType("resource").every(({ name }) => !/json$/.test(name) || name.endsWith("/french.json"))`)
	names := evaluate[[]string](p, `[...document.getElementById("language").options].map(({ text }) => text)`)
	if want := []string{"English", "Deutsch", "Español", "Français"}; !slices.Equal(names, want) {
		t.Errorf("the languages are called %s, want %s", names, want)
	}
	german := languages(t)[slices.IndexFunc(languages(t), func(l language) bool { return l.tag == "de" })]
	p.chooseLanguage(german)
	p.awaitMoves(midgamePlies)
	checkIs(p, `document.getElementById("language").value`, "de")
	const said = `(async () => {
		const { decimal, studyTexts, text } = await import("./texts/texts.js");
		await studyTexts();
		return [text("games.moves", { count: 1 }), text("games.moves", { count: 3 }), text("score.leads", { side: "Hell", squares: decimal(2.3) }), text("book.all", { count: 12345 })];
	})()`
	want := []string{"1 Zug", "3 Züge", "Hell führt mit 2,3 Feldern Vorsprung", "Alle 12.345 Züge zeigen"}
	if got := evaluate[[]string](p, said); !slices.Equal(got, want) {
		t.Errorf("the page says %q, want %q", got, want)
	}
}
