// Package book is the opening book: what a study has found out about positions of the
// opening. A position and its rotations are one. BOOKS.md describes the file and the text
// of a book. The package builtin below has the book that programs carry.
package book
