// Package naive plays Cathedral a second time, as slowly and as plainly as the
// rules read. Squares are pairs of a row and a column, buildings are drawings
// turned by hand, and regions are flooded square by square. It shares nothing
// with package engine, not even a type, so that tests can hold one against the
// other. Only tests import it.
package naive
