package record

import (
	"cmp"
	"net/url"
	"strconv"
	"strings"
)

// gameLine returns the tokens of the rest of a line that is a game by itself: a link of the page, or
// of the protocol "position" with moves or "info" with a line of play.
func (s *tokenScanner) gameLine() []token {
	first, rest, _ := strings.Cut(s.rest, " ")
	switch {
	case first == "position" && (strings.HasPrefix(rest, "fen ") || strings.HasPrefix(rest, "startpos")):
		start, moves, _ := strings.Cut(strings.TrimPrefix(rest, "fen "), " moves ")
		return s.game(moves, nil, Tag{"FEN", strings.TrimSpace(start)})
	case first == "info":
		if _, moves, found := strings.Cut(rest, " pv "); found {
			return s.game(moves, nil, Tag{"FEN", "startpos"})
		}
	case strings.Contains(first, "=") && !strings.ContainsAny(first[:1], "[{;"):
		return s.link(first[strings.IndexAny(first, "#?")+1:])
	}
	return nil
}

// link returns the tokens of the fields of a link, which are those of the page's addresses; nil if
// they have neither moves nor a position. What cannot belong to a field, such as a full stop behind
// the link, is ignored.
func (s *tokenScanner) link(text string) []token {
	fields, _ := url.ParseQuery(strings.ReplaceAll(text, "&amp;", "&")) // those that can be read
	field := func(name string) string {
		return strings.TrimRightFunc(fields.Get(name), func(c rune) bool { return c != '-' && nameLength(string(c)) == 0 })
	}
	if !fields.Has("moves") && !fields.Has("start") {
		return nil
	}
	tags := []Tag{
		{"Rules", cmp.Or(field("rules"), "classic")}, {"OptionalCapture", strconv.FormatBool(fields.Has("optional"))},
		{"FEN", cmp.Or(field("start"), "startpos")},
	}
	if fair := field("fair"); fair != "" {
		tags = append(tags, Tag{FairTag, fair})
	}
	comments := map[string]string{}
	for _, comment := range fields["comment"] {
		ply, words, _ := strings.Cut(comment, " ")
		comments[ply] = words
	}
	return s.game(field("moves"), comments, tags...)
}

// game returns the tokens of a game: its tags, its moves, which are a part of the line, and
// its comments by the number of moves before them.
func (s *tokenScanner) game(moves string, comments map[string]string, tags ...Tag) []token {
	var tokens []token
	for _, tag := range tags {
		tokens = append(tokens, token{kind: tagToken, line: s.lines.number, name: tag.Name, text: tag.Value})
	}
	offset := 0
	for i, word := range append([]string{""}, strings.Fields(strings.ReplaceAll(moves, ".", " "))...) {
		if i > 0 {
			offset += max(0, strings.Index(s.line[offset:], word))
			tokens = append(tokens, token{kind: wordToken, line: s.lines.number, text: word, before: s.line[:offset], written: word})
			offset = min(offset+len(word), len(s.line))
		}
		for line := range strings.Lines(comments[strconv.Itoa(i)]) {
			if text := cleanText(strings.TrimSpace(line)); text != "" {
				tokens = append(tokens, token{kind: commentToken, text: text})
			}
			tokens = append(tokens, token{kind: commentToken}) // a line break
		}
	}
	return append(tokens, token{kind: endToken, line: s.lines.number})
}
