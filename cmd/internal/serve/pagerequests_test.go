package serve_test

import (
	"errors"
	"strings"
	"testing"

	"cathedral/cmd/internal/serve"
	"cathedral/search/book"
)

func TestPagesLookIntoTheBookOfTheServer(t *testing.T) {
	page := startServer(t, func(c *serve.Config) {
		c.Book = func() (*book.Book, error) { return nil, errors.New("a page is torn") }
	}).connect(t)
	if got := page.ask(`"do":"book"`).text("error"); !strings.Contains(got, "torn") {
		t.Errorf("the error is %q", got)
	}
}
