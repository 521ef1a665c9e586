package record

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"cathedral/engine"
)

// roster are the tags that every written record has, in order. FEN and
// OptionalCapture follow if they are needed, and then all other tags.
var roster = []string{
	"Event", "Site", "Date", "Round", "White", "Black", "Result",
	"Rules", "Score", "Termination", "TimeControl",
}

// unknownTag is the value of a tag of the roster that was not set.
const unknownTag = "?"

// movetextColumns is the width of the movetext in characters.
const movetextColumns = 79

// Write writes the record in its canonical form in a single call of w.Write. The text
// ends with a blank line, so records may be written one after the other. Tags of the
// roster that are not set are filled in: Score from the board, Termination if the
// board decides it, and the others with "?". If the game is over on the board, and Termination
// is not set, so is the result of an unfinished game. Write returns an error, and writes
// nothing, for an illegal move, a contradiction between tags and board, or a record
// that a Reader could not read.
func (g *Game) Write(w io.Writer) error {
	final, err := g.final()
	if err == nil && g.Result == unfinished && g.termination() == "" {
		decided := *g
		decided.Result = g.ResultAt(&final)
		g = &decided
	}
	if err == nil {
		err = g.compare(&final)
	}
	if err != nil {
		return fmt.Errorf("game record: %w", err)
	}
	var out bytes.Buffer
	if err := g.writeTags(&out, &final); err != nil {
		return fmt.Errorf("game record: %w", err)
	}
	out.WriteByte('\n')
	g.writeMovetext(&out)
	out.WriteString("\n\n")
	if err := checkLength(out.Bytes()); err != nil {
		return fmt.Errorf("game record: %w", err)
	}
	_, err = w.Write(out.Bytes())
	return err
}

// Text returns what Write writes, or its error.
func (g *Game) Text() (string, error) {
	var text strings.Builder
	err := g.Write(&text)
	return text.String(), err
}

func (g *Game) writeTags(out *bytes.Buffer, final *engine.Position) error {
	inRoster := map[string]bool{}
	for _, name := range roster {
		inRoster[name] = true
		value := g.Tag(name)
		if value == "" || value == unknownTag {
			value = g.missingTag(name, final)
		}
		writeTag(out, name, value)
	}
	for _, name := range []string{"FEN", "OptionalCapture"} {
		inRoster[name] = true
		if value := g.Tag(name); value != "" {
			writeTag(out, name, value)
		}
	}
	written := map[string]bool{}
	for _, tag := range g.Tags {
		switch {
		case tag.Name == "" || nameLength(tag.Name) != len(tag.Name):
			return fmt.Errorf("tag %.30q: a name has letters, digits and underscores", tag.Name)
		case written[tag.Name]:
			return fmt.Errorf("tag %.30q appears twice", tag.Name)
		case !inRoster[tag.Name]:
			writeTag(out, tag.Name, tag.Value)
		}
		written[tag.Name] = true
	}
	return nil
}

func writeTag(out *bytes.Buffer, name, value string) {
	fmt.Fprintf(out, "[%s %s]\n", name, quoteString(value))
}

// missingTag returns the value to write for a tag of the roster that is not set.
func (g *Game) missingTag(name string, final *engine.Position) string {
	switch {
	case name == "Date":
		return "????.??.??"
	case name == "Score":
		return score(final)
	case name == "Termination" && final.Over():
		return "normal"
	case name == "Termination" && g.Result == unfinished:
		return "unterminated"
	}
	return unknownTag
}

func (g *Game) writeMovetext(out *bytes.Buffer) {
	text := movetext{out: out}
	text.comment(g.Comment)
	text.moves(g.Moves, g.Start.Ply())
	text.word(g.Result)
}

// movetext breaks words into lines.
type movetext struct {
	out    *bytes.Buffer
	column int    // characters on the current line
	prefix string // of the next word: "(" at the beginning of a variation
}

// moves writes moves, the first of which has the given ply, with their comments and
// variations.
func (m *movetext) moves(moves []Move, ply int) {
	interrupted := true // the next move needs its number
	for _, move := range moves {
		word := move.Move.String()
		switch {
		case ply%2 == 0:
			word = fmt.Sprintf("%d. %s", ply/2+1, word)
		case interrupted:
			word = fmt.Sprintf("%d... %s", ply/2+1, word)
		}
		m.word(word)
		m.comment(move.Comment)
		for _, variation := range move.Variations {
			m.variation(&variation, ply)
		}
		interrupted = len(move.Variations) > 0
		ply++
	}
}

// variation writes a variation in parentheses, which has at least one move.
func (m *movetext) variation(v *Variation, ply int) {
	m.prefix = "("
	m.comment(v.Comment)
	m.moves(v.Moves, ply)
	if m.column == movetextColumns {
		m.newLine()
	}
	m.out.WriteByte(')')
	m.column++
}

func (m *movetext) word(word string) {
	word, m.prefix = m.prefix+word, ""
	width := utf8.RuneCountInString(word)
	switch {
	case m.column == 0:
	case m.column+1+width > movetextColumns:
		m.newLine()
	default:
		m.out.WriteByte(' ')
		m.column++
	}
	m.out.WriteString(word)
	m.column += width
}

func (m *movetext) newLine() {
	m.out.WriteByte('\n')
	m.column = 0
}

// comment writes a comment, each of its lines as a comment of its own with an empty one
// for each line break.
func (m *movetext) comment(comment string) {
	for i, line := range strings.Split(strings.TrimSpace(comment), "\n") {
		if i > 0 {
			m.word("{}")
		}
		m.commentLine(line)
	}
}

// commentLine writes a line of a comment in braces, or, if it has a closing brace, as
// lines that begin with a semicolon. It writes nothing for a blank line.
func (m *movetext) commentLine(line string) {
	words := strings.Fields(cleanText(line))
	if len(words) == 0 {
		return
	}
	if strings.Contains(line, "}") {
		m.lineComment(words)
		return
	}
	whole := "{" + strings.Join(words, " ") + "}"
	if utf8.RuneCountInString(m.prefix+whole) <= movetextColumns {
		m.word(whole)
		return
	}
	words[0] = "{" + words[0]
	words[len(words)-1] += "}"
	for i := 0; i < len(words); i++ {
		word := words[i]
		// A line that began with such a word would read as an escape line or a tag.
		for i+1 < len(words) && strings.ContainsRune("%[", rune(words[i+1][0])) {
			i++
			word += " " + words[i]
		}
		m.word(word)
	}
}

func (m *movetext) lineComment(words []string) {
	if m.prefix != "" {
		m.word("")
	}
	if m.column > 0 {
		m.newLine()
	}
	for len(words) > 0 {
		m.word(";" + words[0])
		words = words[1:]
		for len(words) > 0 && m.column+1+utf8.RuneCountInString(words[0]) <= movetextColumns {
			m.word(words[0])
			words = words[1:]
		}
		m.newLine()
	}
}

// checkLength returns an error for a record that is too long for a Reader.
func checkLength(text []byte) error {
	if len(text) > MaxGame {
		return fmt.Errorf("longer than %d bytes", MaxGame)
	}
	for line := range bytes.Lines(text) {
		if len(line) > MaxLine {
			return fmt.Errorf("a line is longer than %d bytes", MaxLine)
		}
	}
	return nil
}
