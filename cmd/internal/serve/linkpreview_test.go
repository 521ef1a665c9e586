package serve

import (
	"context"
	"html"
	"image/png"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"cathedral/cmd/internal/serve/visitor"
	"cathedral/engine/enginetest"
)

// openPreviews returns the previews of the page behind a proxy, from which httptest has requests.
func openPreviews(t testing.TB) *previews {
	t.Helper()
	page, err := readPage()
	enginetest.Must(t, err)
	proxies, err := visitor.ParseProxies([]string{"192.0.2.1"})
	enginetest.Must(t, err)
	p, err := newPreviews(page, proxies)
	enginetest.Must(t, err)
	return p
}

// A messenger finds in the head of the page what the link is about, in the language that it names, and
// the address of a picture. A token that somebody puts there goes nowhere.
func TestLinksHavePreviews(t *testing.T) {
	p := openPreviews(t)
	const token = "jRGp4nJ0q1aEjRGp4nJ0q1aEjRGp4nJ0q1aE"
	general := []string{"en", "Cathedral", "The board game: play, analyse and review games", "https://games.example/preview.png"}
	german := func(title, picture string) []string {
		return []string{"de", title, "Cathedral spielen und Partien analysieren und auswerten", "https://games.example/preview.png?" + picture}
	}
	for query, want := range map[string][]string{
		"":                   general,
		"moves=CAnF5":        general,
		"in=xx&moves=CAnF5":  general,
		"in=de&moves=CAnF50": general,
		"in=de&do=review&moves=CAnF5.CSnE8&ply=1&friend=" + token: german("Dunkel setzt ein Gebäude", "moves=CAnF5.CSnE8&ply=1"),
		"in=de&do=review&moves=canf5.CSnE8&ply=1)":                german("Dunkel setzt ein Gebäude", "moves=canf5.CSnE8&ply=1%29"),
		"in=de&do=question&moves=CAnF5":                           german("Dunkel ist am Zug. Wo würdest du bauen?", "moves=CAnF5"),
		"in=de&do=question&ask=%E2%80%AEevil%00+%1B%20":           german("evil", ""),
		"in=de&do=question&ask=%E2%80%8B":                         german("Hell ist am Zug. Wo würdest du bauen?", ""),
		"in=de&do=question&ask=%22%3Cb%3E$1&rules=mattel":         german(`"<b>$1`, "rules=mattel"),
	} {
		request := httptest.NewRequest("GET", "http://games.example/?"+query, nil)
		request.Header.Set("X-Forwarded-Proto", "https")
		answer := httptest.NewRecorder()
		p.servePage(answer, request)
		page := answer.Body.String()
		for i, pattern := range []string{`<html lang="([^"]*)"`, `og:title" content="([^"]*)"`, `og:description" content="([^"]*)"`, `og:image" content="([^"]*)"`} {
			if match := regexp.MustCompile(pattern).FindStringSubmatch(page); match == nil || html.UnescapeString(match[1]) != want[i] {
				t.Errorf("%s: %s matches %q, want %q", query, pattern, match, want[i])
			}
		}
		request.Header.Set("X-Forwarded-Prefix", "/games/")
		answer = httptest.NewRecorder()
		p.servePage(answer, request)
		if picture := strings.Replace(want[3], "/preview", "/games/preview", 1); !strings.Contains(html.UnescapeString(answer.Body.String()), picture) {
			t.Errorf("%s: in a subfolder there is no %s", query, picture)
		}
		request.RemoteAddr = "192.0.2.2:1" // anybody
		answer = httptest.NewRecorder()
		p.servePage(answer, request)
		if picture := strings.Replace(want[3], "https", "http", 1); !strings.Contains(html.UnescapeString(answer.Body.String()), picture) {
			t.Errorf("%s: somebody who is no proxy changes the address %s", query, picture)
		}
		if strings.Contains(page, token) {
			t.Errorf("%s: the token is in the page", query)
		}
	}
}

// The picture shows the position: the Cathedral on F5, and Dark's tavern on A1.
func TestThePictureOfAPosition(t *testing.T) {
	answer := httptest.NewRecorder()
	openPreviews(t).servePicture(answer, httptest.NewRequest("GET", "/preview.png?moves=CAnF5.TAnA1", nil))
	picture, err := png.Decode(answer.Body)
	enginetest.Must(t, err)
	if size := picture.Bounds().Size(); size.X != pictureWidth || size.Y != pictureHeight {
		t.Errorf("the picture has %v", size)
	}
	colours := pictureColours()
	for name, roof := range map[[2]int]int{{5, 4}: cathedralRoof, {0, 0}: darkRoof, {9, 9}: pavingColour} {
		shown := picture.At(boardLeft+name[0]*squareWidth+squareWidth/2, boardTop+name[1]*squareWidth+squareWidth/3)
		if got := colours.Index(shown); got < roof || got > roof+roofLine {
			t.Errorf("the square %v has the colour %d, want %d", name, got, roof)
		}
	}
}

// A picture may be kept, is not sent twice, and one that cannot be drawn keeps no other waiting.
func TestPicturesAreKept(t *testing.T) {
	p := openPreviews(t)
	func() {
		defer func() { recover() }()
		p.pictures.file(t.Context(), "", func() (*file, error) { panic("a picture that cannot be drawn") })
	}()
	request := httptest.NewRequest("GET", "/preview.png?moves=CAnF5.TAnA1", nil)
	first := httptest.NewRecorder()
	p.servePicture(first, request)
	request.Header.Set("If-None-Match", first.Header().Get("ETag"))
	again := httptest.NewRecorder()
	p.servePicture(again, request)
	if keep := first.Header().Get("Cache-Control"); !strings.Contains(keep, "max-age") || again.Code != 304 || again.Body.Len() > 0 {
		t.Errorf("the picture is sent with %q, and then with %d", keep, again.Code)
	}
}

// What was made for a request is made once, and little of it is kept.
func TestWhatIsMadeForARequestIsKept(t *testing.T) {
	kept, made := newKeptFiles(), 0
	for i := range 3 * mostKept {
		for range 2 {
			kept.file(t.Context(), strconv.Itoa(i), func() (*file, error) { made++; return &file{}, nil })
		}
	}
	if made != 3*mostKept || len(kept.files) > mostKept {
		t.Errorf("%d files are made, %d are kept", made, len(kept.files))
	}
	kept.turn <- struct{}{}
	gone, leave := context.WithCancel(t.Context())
	leave()
	if kept.file(gone, "", func() (*file, error) { made++; return &file{}, nil }) != nil || made != 3*mostKept {
		t.Error("a file is made for somebody who has left")
	}
}

func FuzzLinkedPosition(f *testing.F) {
	f.Add("moves=CAnF5.CSnE8&ply=1")
	f.Add("rules=woods&start=10/10/10/10/10/10/10/10/10/10&optional")
	f.Fuzz(func(t *testing.T, text string) {
		if position, err := linkedPosition(text); err == nil {
			positionPicture(&position)
		}
	})
}
