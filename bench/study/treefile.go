package study

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"cathedral/bench/proofs"
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/search/book"
)

// HeadingBegin begins the file of every tree.
const HeadingBegin = "# Openings by cathedral study grow: "

// headingFormat is the first line of a tree's file: the rule set, " with optional capture"
// if that is on, and the settings of the searches.
const headingFormat = HeadingBegin + "%s rules%s, %d nodes, %d lines, %d nodes for proofs"

// Heading returns the first line of the file of a tree with these settings.
func (s *Settings) Heading() string {
	capture := ""
	if s.Rules.OptionalCapture {
		capture = " with optional capture"
	}
	return fmt.Sprintf(headingFormat, s.Rules.Set, capture, s.Nodes, s.Lines, s.ProofNodes)
}

// parseHeading reads the settings from heading, the first line of a tree's file.
func parseHeading(heading string) (Settings, error) {
	var s Settings
	for _, set := range engine.RuleSets() {
		for _, optional := range []bool{false, true} {
			s.Rules = engine.Rules{Set: set, OptionalCapture: optional}
			begin, _, _ := strings.Cut(s.Heading(), ",")
			rest, found := strings.CutPrefix(heading, begin)
			if !found {
				continue
			}
			_, format, _ := strings.Cut(headingFormat, ",")
			if _, err := fmt.Sscanf(rest, ","+format, &s.Nodes, &s.Lines, &s.ProofNodes); err == nil && s.Heading() == heading {
				return s, nil
			}
		}
	}
	return Settings{}, fmt.Errorf("%.80q is not the first line of a tree of openings", heading)
}

// The operations of an analysis in a tree's file. Those of the depth and the nodes, acd and
// acn, are EPD's.
const (
	linesCode   = "lines"   // moves, each with its centi
	restCode    = "rest"    // moves without a line
	verdictCode = "verdict" // win, draw or loss, if it is proven
	depthCode   = "acd"
	nodesCode   = "acn"
)

// entry returns the analysis as an entry of a position file.
func (a *analysis) entry() *record.Entry {
	entry := &record.Entry{Position: a.Position}
	add := func(code string, operands ...string) {
		entry.Operations = append(entry.Operations, record.Operation{Code: code, Operands: operands})
	}
	var words []string
	for _, line := range a.Lines {
		words = append(words, line.Move.String(), strconv.Itoa(line.Centi))
	}
	add(linesCode, words...)
	add(restCode, strconv.Itoa(a.Rest))
	if a.Proven {
		add(verdictCode, a.Verdict.String())
	}
	add(depthCode, strconv.Itoa(a.Depth))
	add(nodesCode, strconv.FormatUint(a.Nodes, 10))
	return entry
}

// parseAnalysis reads the analysis that the operations of an entry state. Other operations
// are ignored.
func parseAnalysis(entry *record.Entry) (analysis, error) {
	a := analysis{Position: entry.Position}
	err := a.parse(entry)
	if err == nil {
		err = a.check()
	}
	if canonical, _ := book.Canonical(&a.Position); err == nil && canonical.Key() != a.Position.Key() {
		err = errors.New("another rotation stands for the position")
	}
	if err != nil {
		return a, &record.LineError{Line: entry.Line, Err: err}
	}
	return a, nil
}

func (a *analysis) parse(entry *record.Entry) (err error) {
	numbers := map[string]int{restCode: 0, depthCode: 0, nodesCode: 0}
	for code := range numbers {
		number, found, err := entry.Number(code)
		if err != nil || !found || number < 0 {
			return fmt.Errorf("operation %s is not a number of 0 or more", code)
		}
		numbers[code] = number
	}
	a.Rest, a.Depth, a.Nodes = numbers[restCode], numbers[depthCode], uint64(numbers[nodesCode])
	if verdict, found := entry.Operation(verdictCode); found {
		if a.Verdict, err = proofs.ParseVerdict(strings.Join(verdict.Operands, " ")); err != nil {
			return fmt.Errorf("operation %s: %w", verdictCode, err)
		}
		a.Proven = true
	}
	lines, _ := entry.Operation(linesCode)
	if len(lines.Operands)%2 != 0 {
		return fmt.Errorf("operation %s has a move without a value", linesCode)
	}
	for words := lines.Operands; len(words) > 0; words = words[2:] {
		line := searchedMove{}
		if line.Move, err = engine.ParseMove(words[0], a.Position.Side()); err == nil {
			line.Centi, err = strconv.Atoi(words[1])
		}
		if err != nil {
			return fmt.Errorf("operation %s: %w", linesCode, err)
		}
		a.Lines = append(a.Lines, line)
	}
	return nil
}

// readTree reads the file of a tree at path as ParseTree does. The error names the file.
func readTree(path string) (*Tree, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	t, err := ParseTree(file)
	if err != nil && !errors.As(err, new(*os.PathError)) {
		err = fmt.Errorf("%s: %w", path, cmp.Or(record.CheckKind(file, "positions of a study"), err))
	}
	return t, err
}

// ParseTree reads the text of a tree, which gzip may have compressed and another process may be
// writing. A last line that is not whole is ignored.
func ParseTree(in io.Reader) (*Tree, error) {
	unpacked := record.Unpack(in)
	begin, err := unpacked.Peek(record.MaxLine)
	if err != nil && err != io.EOF {
		return nil, err
	}
	heading, _, _ := strings.Cut(string(begin), "\n")
	settings, err := parseHeading(heading)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(unpacked)
	if err != nil {
		return nil, err
	}
	text = text[:bytes.LastIndexByte(text, '\n')+1]
	t := newTree(settings)
	if err := record.ReadPositions(bytes.NewReader(text), settings.Rules, t.addEntry); err != nil {
		return nil, err
	}
	t.valueAll()
	return t, nil
}

// addEntry adds the analysis of an entry, without changing values.
func (t *Tree) addEntry(entry *record.Entry) error {
	found, err := parseAnalysis(entry)
	if err == nil {
		t.insert(found)
	}
	return err
}
