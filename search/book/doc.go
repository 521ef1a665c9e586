// Package book is the opening book: what a study has found about the positions of the
// opening, by canonical position, so that the four rotations of a position are one.
package book
