package command

import (
	"context"

	"cathedral/search/book"
	"cathedral/search/book/builtin"
)

// builtInBook is the name of the built-in opening book where the name of a file is wanted.
const builtInBook = "builtin"

// OpenBook reads the opening book in the file name: a book, or the text of one. For
// builtInBook or "" it returns the built-in book. The error names the file.
func OpenBook(ctx context.Context, name string) (*book.Book, error) {
	if name == "" || name == builtInBook {
		return builtin.Open()
	}
	return ReadFile(ctx, name, "moves of an opening book or positions", book.ReadEither)
}
