package serve_test

import (
	"errors"
	"testing"

	"cathedral/cmd/internal/serve"
	"cathedral/search/book"
)

func TestPagesLookIntoTheBookOfTheServer(t *testing.T) {
	page := startServer(t, func(c *serve.Config) {
		c.Book = func() (*book.Book, error) { return nil, errors.New("a page is torn") }
	}).connect(t)
	page.refused("torn", `"do":"book"`)
}
