// Package check tests an engine for this game against the protocol. Its steps are
// scenarios, short texts in the folder scenarios that SCENARIOS.md describes: the lines
// sent, and the answers that the engine must give. The answers are judged by the rules of
// package engine.
//
// A step passes, fails, or finds that the engine does not offer its feature. An
// engine may leave out options, perft, proofs, searchmoves, scores, pondering, `query`, `d` and
// the error lines, but every feature that it offers must be right. The steps of the last
// group are short matches, which package match plays and judges.
//
// The files: scenario.go has the scenarios and selects them, checkrunner.go runs them, and
// checkreport.go reports the results. scenarioparser.go reads scenarios, with
// scenariotext.go for texts and patterns of lines, and given.go for the values that a
// statement gives its verb. The verbs are in verbs.go, expectation.go, game.go and
// matchverb.go. What judge does is in judgements.go, optionjudgement.go and
// proofjudgement.go. All of them talk to the engine through a
// conversation (conversation.go, answer.go), which keeps a dialogue (dialogue.go).
package check
