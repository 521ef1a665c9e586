package tune

import (
	"bytes"
	"fmt"

	"cathedral/bench/journal"
	"cathedral/engine/record"
)

// gamesFile is a file of games in the order of their numbers. A recipe and an engine
// determine every byte of it, regardless of interruptions and of the number of
// goroutines. It belongs to one process at a time.
type gamesFile struct {
	*journal.Journal
	games int          // in the file
	last  *record.Game // the last of them, nil if there is none
}

// openGamesFile opens or creates a file of games and reads it. A fault in any game but
// the last is an error. The caller closes the file.
func openGamesFile(path string) (g *gamesFile, err error) {
	g = &gamesFile{}
	g.Journal, err = journal.Open(path, func(game *record.Game) error {
		g.games++
		g.last = game
		return nil
	})
	return g, err
}

// check returns an error if the last game in the file differs from replayed, the game of
// the same number: the file then belongs to another recipe or engine.
func (g *gamesFile) check(replayed *record.Game) error {
	var in, anew bytes.Buffer
	if err := g.last.Write(&in); err != nil {
		return err
	}
	if err := replayed.Write(&anew); err != nil {
		return err
	}
	if !bytes.Equal(in.Bytes(), anew.Bytes()) {
		return fmt.Errorf("%s has other games than these settings and this engine give (game %d differs): name a new file",
			g.Name(), g.games)
	}
	return nil
}

// add appends the next game.
func (g *gamesFile) add(game *record.Game) error {
	if err := g.Add(game); err != nil {
		return err
	}
	g.games++
	return nil
}
