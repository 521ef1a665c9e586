// Package enginetest contains helpers of the tests of several packages: facts about the
// rules from other programs, random games, and short forms for positions and moves. It also has
// the output that documents show, hot paths beside their slow twins, and the switches for long
// tests. It translates between the engine and its naive twin in package naive. Only tests import it.
package enginetest
