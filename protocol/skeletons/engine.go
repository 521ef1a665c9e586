// An engine for the board game Cathedral, to begin your own with: improve choose.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"math/rand"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// The letters (Light's, Dark's), code, copies and north position of each building.
var buildings = []struct {
	letters, code string
	copies        int
	drawing       string
}{
	{"+", "CA", 1, ".X./XXX/.X./.X."}, {"Tt", "TA", 2, "X"}, {"Ss", "ST", 2, "X/X"},
	{"Ii", "IN", 2, "X./XX"}, {"Bb", "BR", 1, "X/X/X"}, {"Qq", "SQ", 1, "XX/XX"},
	{"Mm", "MA", 1, ".X./XXX"}, {"A", "AB", 1, ".XX/XX."}, {"a", "AB", 1, "XX./.XX"},
	{"Oo", "TO", 1, "XX./.XX/..X"}, {"Ff", "IF", 1, ".X./XXX/.X."}, {"Cc", "CS", 1, "X.X/XXX"},
	{"Y", "AC", 1, "XX./.XX/.X."}, {"y", "AC", 1, ".XX/XX./.X."},
}

const start = "10/10/10/10/10/10/10/10/10/10 l C 0"

var (
	size       = map[byte]int{} // squares of a letter's building
	copies     = map[byte]int{} // buildings of a letter
	placements []placement      // on an empty board
)

type placement struct {
	letter  byte
	squares []int // of the board, rising
	text    string
}

type position struct {
	board [133]byte // rows of ten letters, with slashes between and around them
	ply   int
}

func init() {
	for _, b := range buildings {
		var cells [][2]int // x and y from the reference square
		for i, mark := range b.drawing {
			if width := strings.Index(b.drawing+"/", "/") + 1; mark == 'X' {
				cells = append(cells, [2]int{i%width - strings.Index(b.drawing, "X"), i / width})
			}
		}
		for _, turn := range "nesw" {
			for i := range 100 {
				var squares []int
				for _, cell := range cells {
					if x, y := i%10+cell[0], i/10+cell[1]; 0 <= x && x < 10 && 0 <= y && y < 10 {
						squares = append(squares, 11*y+x+12)
					}
				}
				slices.Sort(squares)
				text := fmt.Sprintf("%s%c%c%d", b.code, turn, 'A'+i%10, i/10+1)
				for _, letter := range []byte(b.letters) {
					if size[letter], copies[letter] = len(cells), b.copies; len(squares) == len(cells) {
						placements = append(placements, placement{letter, squares, text})
					}
				}
			}
			for i, cell := range cells {
				cells[i] = [2]int{-cell[1], cell[0]} // a quarter turn clockwise
			}
		}
	}
}

// side returns the test for the letters of the side to move, and its territory's mark.
func (p *position) side() (isOwn func(rune) bool, claim byte) {
	if p.ply%2 == 0 {
		return unicode.IsUpper, 'L'
	}
	return unicode.IsLower, 'd'
}

func (p *position) String() string {
	rows := strings.Trim(string(p.board[:]), "/")
	for run := 10; run > 0; run-- {
		rows = strings.ReplaceAll(rows, strings.Repeat(".", run), strconv.Itoa(run))
	}
	cathedral := "-"
	if p.ply == 0 {
		cathedral = "C"
	}
	return fmt.Sprintf("%s %c %s %d", rows, "ld"[p.ply%2], cathedral, p.ply)
}

// read returns the position of a text, and whether it is one.
func read(text string) (p position, ok bool) {
	rows, _, _ := strings.Cut(text, " ")
	for run := 10; run > 0; run-- {
		rows = strings.ReplaceAll(rows, strconv.Itoa(run), strings.Repeat(".", run))
	}
	copy(p.board[:], strings.Repeat("/", 12)+rows+strings.Repeat("/", 133))
	p.ply, _ = strconv.Atoi(text[strings.LastIndex(text, " ")+1:])
	pieces := 0
	for letter, size := range size {
		count := bytes.Count(p.board[:], []byte{letter})
		if pieces += count / size; count%size > 0 || count > copies[letter]*size {
			return p, false
		}
	}
	for i, mark := range p.board {
		isEdge := i < 12 || i > 121 || i%11 == 0
		if size[mark] == 0 && !strings.ContainsRune("./Ld", rune(mark)) || isEdge != (mark == '/') {
			return p, false
		}
	}
	return p, pieces <= p.ply && p.ply <= 999 && p.String() == text
}

// legal returns the placements of the side to move, usual spellings first.
func (p *position) legal() (legal []placement) {
	isOwn, claim := p.side()
	for _, option := range placements {
		letter := option.letter
		inHand := isOwn(rune(letter)) && bytes.Count(p.board[:], []byte{letter}) < size[letter]*copies[letter]
		isTaken := func(square int) bool { return p.board[square] != '.' && p.board[square] != claim }
		if p.ply > 0 && inHand || p.ply == 0 && letter == '+' {
			if !slices.ContainsFunc(option.squares, isTaken) {
				legal = append(legal, option)
			}
		}
	}
	return legal
}

// place plays a placement and settles the enclosures of its side.
func (p *position) place(chosen placement) {
	isOwn, claim := p.side()
	for _, square := range chosen.squares {
		p.board[square] = chosen.letter
	}
	var seen [133]bool
	isOpen := func(square int) bool {
		mark := p.board[square]
		return !seen[square] && mark != '/' && (mark == claim || !isOwn(rune(mark)))
	}
	for first := range p.board {
		if p.ply < 3 || !isOpen(first) {
			continue // a side's first building settles nothing
		}
		region := []int{first}
		seen[first] = true
		counts := map[byte]int{}
		for i := 0; i < len(region); i++ {
			counts[p.board[region[i]]]++
			for _, step := range []int{-12, -11, -10, -1, 1, 10, 11, 12} {
				if next := region[i] + step; isOpen(next) {
					seen[next] = true
					region = append(region, next)
				}
			}
		}
		pieces := 0
		for letter, count := range counts {
			if size[letter] > 0 {
				pieces += count / size[letter]
			}
		}
		for _, square := range region {
			if pieces < 2 { // a lone piece is captured
				p.board[square] = claim
			}
		}
	}
	p.ply++
}

// setUp returns the position that a position command describes, and whether it is right.
func setUp(words []string) (p position, ok bool) {
	before, moves, _ := strings.Cut(strings.Join(words, " ")+" ", " moves ")
	text := strings.TrimPrefix(strings.TrimSpace(before), "position fen ")
	if text == "position startpos" {
		text = start
	}
	if p, ok = read(text); !ok {
		return p, false
	}
	for _, word := range strings.Fields(moves) {
		legal := p.legal()
		i := slices.IndexFunc(legal, func(move placement) bool { return strings.EqualFold(move.text, word) })
		if i >= 0 {
			p.place(legal[i])
		} else if strings.EqualFold(word, "pass") && p.choose(nil) == "pass" {
			p.ply++
		} else {
			return p, false
		}
	}
	return p, true
}

// choose returns the move to play: one of the wanted ones, if any is legal.
func (p *position) choose(wanted []string) string {
	legal := p.legal()
	if len(legal) == 0 {
		next := position{p.board, p.ply + 1}
		if len(next.legal()) == 0 {
			return "none"
		}
		return "pass"
	}
	if slices.ContainsFunc(legal, func(move placement) bool { return slices.Contains(wanted, move.text) }) {
		legal = slices.DeleteFunc(legal, func(move placement) bool { return !slices.Contains(wanted, move.text) })
	}
	isOwn, _ := p.side()
	best, most := legal[0], -1000
	for _, i := range rand.Perm(len(legal)) {
		next := *p
		next.place(legal[i])
		gain := 1000 * len(legal[i].squares) // the largest building, then the most squares
		for _, mark := range next.board {
			if isOwn(rune(mark)) {
				gain++
			} else if unicode.IsLetter(rune(mark)) {
				gain--
			}
		}
		if gain > most {
			best, most = legal[i], gain
		}
	}
	i := slices.IndexFunc(legal, func(move placement) bool { // the usual spelling
		return move.letter == best.letter && slices.Equal(move.squares, best.squares)
	})
	return legal[i].text
}

func main() {
	p, _ := read(start)
	held := "" // the answer, until stop
	for input := bufio.NewReader(os.Stdin); ; {
		line, err := input.ReadString('\n')
		if err != nil {
			return
		}
		words := append(strings.Fields(line), "")
		switch words[0] {
		case "stop", "ponderhit", "go", "uginewgame", "ucinewgame":
			if held != "" {
				fmt.Println("bestmove", held)
				held = ""
			}
		}
		switch words[0] {
		case "ugi", "uci":
			fmt.Printf("id name Skeleton\nid author me\n%sok\n", words[0])
		case "isready":
			fmt.Println("readyok")
		case "uginewgame", "ucinewgame":
			p, _ = read(start)
		case "position":
			if next, ok := setUp(words); ok {
				p = next
			} else {
				fmt.Println("info string error: not a position, or an illegal move")
			}
		case "go":
			if slices.Contains(words, "perft") {
				break
			}
			best := p.choose(words)
			if words[1] == "" || slices.Contains(words, "infinite") || slices.Contains(words, "ponder") {
				held = best
			} else {
				fmt.Println("bestmove", best)
			}
		case "quit":
			return
		}
	}
}
