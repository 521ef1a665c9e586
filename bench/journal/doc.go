// Package journal keeps files of game records to which finished games are appended, so
// that what plays them can be interrupted at any moment and continued.
package journal
