// Package visitor knows who visits a server and bounds what each visitor may take. A visitor
// is a network address, or what a trusted proxy says.
package visitor
