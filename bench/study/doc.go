// Package study finds out what the opening is worth: by games of the engine against itself
// from every placement of the Cathedral, and by a tree of openings.
package study
