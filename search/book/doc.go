// Package book is the opening book: the results of a study of positions of the opening. A
// position and its rotations are one. BOOKS.md describes the file and the text of a book.
// The package builtin below has the book that programs carry.
package book
