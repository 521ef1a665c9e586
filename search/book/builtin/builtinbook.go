// Package builtin is the opening book that programs carry. A program that does not
// import it is smaller by the file.
package builtin

import (
	_ "embed" // the file
	"strings"

	"cathedral/search/book"
)

//go:embed builtin.book
var file string

// File returns the file of the book, as book.Read reads it.
func File() string { return file }

// Open reads the book, which takes some time: a program that wants it more than once
// keeps it.
func Open() (*book.Book, error) { return book.Read(strings.NewReader(file)) }
