// Package enginetest is what the tests of several packages share: facts about the
// rules from other programs, random games, short forms for positions and moves,
// and the way between the engine and its naive twin in package naive. Only tests
// import it.
package enginetest
