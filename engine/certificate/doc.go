// Package certificate checks certificates: files that prove, in steps that a simple
// program can check, what a solver says of positions. search/proof/CERTIFICATES.md
// describes them. This package was written from that page. It knows the rules of the
// game from package engine and shares nothing with package search, so that a fault of
// the prover cannot hide in the checker.
//
// [Verify] reads a certificate once, from front to back, in memory that does not grow
// with its length. The reader of a hostile file gets an error, and nothing worse. [Walks]
// verifies one in memory, and then has an answer to whatever the losing side plays.
package certificate
