package serve

// What a messenger shows of a link: a title, a few words and a picture, which it reads from the head
// of the page. It runs no script and is not sent the fragment. So a link to a position or a question
// has what it says in the query, besides "in", the language of the preview; the page has it in the
// fragment from then on. A link to a game of friends never has this form.

import (
	"bytes"
	"encoding/json"
	"errors"
	"html"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cathedral/cmd/internal/messages"
	"cathedral/cmd/internal/serve/visitor"
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/engine/wording"
)

// PreviewPicture is the name of the picture that links to the page show, and of those of positions.
const PreviewPicture = "preview.png"

// WithPreview returns index.html with other values of some of its properties, such as og:title.
func WithPreview(index []byte, properties map[string]string) []byte {
	for name, value := range properties {
		property := regexp.MustCompile(`(<meta property="` + name + `" content=")[^"]*`)
		index = property.ReplaceAllFunc(index, func(old []byte) []byte {
			return slices.Concat(property.FindSubmatch(old)[1], []byte(html.EscapeString(value)))
		})
	}
	return index
}

// previews answers what messengers ask for.
type previews struct {
	index           *file
	picture         *file
	texts           map[string]map[string]any // the page's catalogues by the tags of their languages
	proxies         visitor.Proxies
	pages, pictures keptFiles
}

// newPreviews returns the previews of a page by its files. The proxies say under which address browsers have it.
func newPreviews(page map[string]*file, proxies visitor.Proxies) (*previews, error) {
	p := &previews{
		index: page["index.html"], picture: page[PreviewPicture], texts: map[string]map[string]any{}, proxies: proxies,
		pages: newKeptFiles(), pictures: newKeptFiles(),
	}
	_, list, _ := bytes.Cut(page["texts/language.js"].plain, []byte("const CATALOGUES = "))
	list, _, _ = bytes.Cut(list, []byte(";"))
	var names map[string]string
	err := json.Unmarshal(list, &names)
	for tag, name := range names {
		var texts map[string]any
		err = errors.Join(err, json.Unmarshal(page["texts/"+name+".json"].plain, &texts))
		p.texts[tag] = texts
	}
	return p, err
}

// servePage answers with the page, whose head is about the link that was opened.
func (p *previews) servePage(w http.ResponseWriter, r *http.Request) {
	picture := url.URL{Scheme: "http", Host: r.Host, Path: path.Join("/", p.proxies.Header(r, "X-Forwarded-Prefix"), PreviewPicture)}
	if p.proxies.Header(r, "X-Forwarded-Proto") == "https" {
		picture.Scheme = "https"
	}
	page := p.pages.file(r.Context(), picture.String()+"?"+r.URL.RawQuery, func() (*file, error) { return p.page(picture.String(), r.URL) })
	if page != nil {
		page.ServeHTTP(w, r)
	}
}

// page returns the page for a link. picture is the address of the page's picture.
func (p *previews) page(picture string, link *url.URL) (*file, error) {
	properties := map[string]string{"og:image": picture}
	index, query := p.index.plain, link.Query()
	tag := query.Get("in")
	position, err := linkedPosition(link.RawQuery)
	if texts := p.texts[tag]; texts != nil && err == nil {
		index = bytes.Replace(index, []byte(`<html lang="en">`), []byte(`<html lang="`+tag+`">`), 1)
		properties["og:title"], properties["og:description"] = title(texts, query, &position), textOf(texts, "page.description")
		drawn := url.Values{}
		for _, field := range []string{"rules", "optional", "start", "moves", "ply"} {
			if query.Has(field) {
				drawn.Set(field, query.Get(field))
			}
		}
		properties["og:image"] += "?" + drawn.Encode()
	}
	return newFile(p.index.kind, WithPreview(index, properties))
}

// title returns the words of a question, or says who is to move, or that the game is over.
func title(texts map[string]any, query url.Values, position *engine.Position) string {
	const most = 200 // characters, as on the page
	side := textOf(texts, "side."+messages.SideName(position.Side()))
	switch words := wording.Clean(query.Get("ask"), most); {
	case query.Get("do") == "question" && words != "":
		return words
	case query.Get("do") == "question":
		return textOf(texts, "question.task", "{side}", side)
	case position.Over():
		return textOf(texts, "gameover.title")
	}
	return textOf(texts, "status.toPlace", "{side}", side, "{what}", textOf(texts, "status.building"))
}

// textOf returns a text of a catalogue with values in the places of their names, after which they stand.
func textOf(texts map[string]any, key string, values ...string) string {
	words, _ := texts[key].(string)
	return strings.NewReplacer(values...).Replace(words)
}

// servePicture answers with the picture of the page, or of the position that the query has.
func (p *previews) servePicture(w http.ResponseWriter, r *http.Request) {
	position, err := linkedPosition(r.URL.RawQuery)
	if r.URL.RawQuery == "" || err != nil {
		p.picture.ServeHTTP(w, r)
		return
	}
	picture := p.pictures.file(r.Context(), position.String(), func() (*file, error) {
		drawn := positionPicture(&position)
		return &file{kind: p.picture.kind, plain: drawn, tag: tagOf(drawn)}, nil
	})
	if picture != nil {
		w.Header().Set("Cache-Control", "public, max-age=86400") // it stays the same
		picture.ServeHTTP(w, r)
	}
}

// linkedPosition returns the position of a link with a query; without moves, that of the start.
func linkedPosition(query string) (position engine.Position, err error) {
	game, err := record.NewReader(strings.NewReader("?" + query + "&moves=")).Next()
	if err != nil {
		return position, err
	}
	positions := game.Positions()
	fields, _ := url.ParseQuery(query)
	ply, err := strconv.ParseUint(strings.TrimRight(fields.Get("ply"), ").,> "), 10, 16)
	if err != nil || int(ply) >= len(positions) {
		return positions[len(positions)-1], nil
	}
	return positions[ply], nil
}
