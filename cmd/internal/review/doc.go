// Package review finds out why one line of play is better than another. It compares what both
// sides claim and capture, and looks for what is lost for good, such as room for a building. It
// reports facts that anybody can recount on the board, and needs only the rules. The page puts
// them into words.
package review
