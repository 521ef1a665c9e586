// Package visitor identifies the visitors of a server and limits what each may take. A visitor
// is a network address, which a trusted proxy may report for another one. Page and game are
// unknown here.
package visitor
