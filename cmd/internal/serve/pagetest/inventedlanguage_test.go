package pagetest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cathedral/engine/enginetest"
)

// inInventedLanguage starts a server that shows the page of another one in a language of its own. Each word of the
// English catalogue is longer by two fifths, as words of other languages are, and has dots on its vowels, unlike English
// words.
func inInventedLanguage(t *testing.T, address string) string {
	t.Helper()
	target, err := url.Parse(address)
	enginetest.Must(t, err)
	word := regexp.MustCompile(`\{[^}]*\}|\p{L}+`)
	dots := strings.NewReplacer("a", "ä", "e", "ë", "i", "ï", "o", "ö", "u", "ü", "y", "ÿ", "A", "Ä", "E", "Ë", "I", "Ï", "O", "Ö", "U", "Ü", "Y", "Ÿ")
	invented := func(words string) string {
		return word.ReplaceAllStringFunc(words, func(found string) string {
			if found[0] == '{' {
				return found
			}
			if letters := []rune(found); len(letters) > 2 {
				found += strings.ToLower(string(letters[:(2*len(letters)+4)/5]))
			}
			return dots.Replace(found)
		})
	}
	texts := map[string]any{}
	for key, entry := range readCatalogueOf(t, catalogueFile) {
		if entry.forms == nil {
			texts[key] = invented(entry.text)
			continue
		}
		forms := map[string]string{}
		for name, words := range entry.forms {
			forms[name] = invented(words)
		}
		texts[key] = forms
	}
	catalogue, err := json.Marshal(texts)
	enginetest.Must(t, err)
	page := httputil.NewSingleHostReverseProxy(target)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !slices.Contains(catalogueParts(catalogueFile), strings.TrimPrefix(r.URL.Path, "/")) {
			page.ServeHTTP(w, r)
			return
		}
		w.Write(catalogue)
	}))
	t.Cleanup(server.Close)
	return server.URL + "/"
}

// foreignWords is an expression for the texts of the document, seen or announced, that have a word
// which the invented language has not. Moves in notation and the names of engines are the same in
// all languages.
const foreignWords = `(() => {
	const found = new Set();
	const check = (words) => {
		const left = words.replace(/\b[A-Z]{2}[nesw][A-J]\d+-?|\b(cathedral|greedy|pass)\b|\b\d+ \w+ \d{4}\b/g, " ");
		if (left.match(/\p{L}{2,}/gu)?.some((word) => /[aeiouy]/i.test(word) && !/[äëïöüÿ]/iu.test(word)) || /undefined|NaN|\[object/.test(words)) found.add(words.trim());
	};
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (walker.nextNode()) {
		const { data, parentElement: place } = walker.currentNode;
		if (!place.closest("noscript, textarea, body [lang]")) check(place.closest("[data-text]")?.textContent ?? data);
	}
	for (const element of document.querySelectorAll("*")) {
		for (const name of ["aria-label", "aria-roledescription", "aria-valuetext", "title", "placeholder", "alt", "data-empty", "data-status"]) {
			check(element.getAttribute(name) ?? "");
		}
	}
	return [...found];
})()`

// notOfThePage are words of a text in English that come from the server, or from who asks a question.
var notOfThePage = []string{"is not a rule set", askedWords}

// checkWords fails the test for each text of the page in the invented language with other words.
func (p *page) checkWords(place string) {
	p.t.Helper()
	for _, words := range evaluate[[]string](p, foreignWords) {
		if !slices.ContainsFunc(notOfThePage, func(known string) bool { return strings.Contains(words, known) }) {
			p.t.Errorf("%s: %q", place, words)
		}
	}
}
