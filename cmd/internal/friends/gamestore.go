package friends

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"go.etcd.io/bbolt"
	storeerrors "go.etcd.io/bbolt/errors"
)

// gameStore holds games in a file. A stored game survives the end of the program and
// a failure of the power.
type gameStore struct{ database *bbolt.DB }

// gamesBucket is the bucket of the games, by id.
var gamesBucket = []byte("games")

// openGameStore opens or makes a file, which one program at a time can use.
func openGameStore(file string) (*gameStore, error) {
	const (
		patience   = time.Second
		folderMode = 0o700
		fileMode   = 0o600
	)
	if err := os.MkdirAll(filepath.Dir(file), folderMode); err != nil {
		return nil, err
	}
	database, err := bbolt.Open(file, fileMode, &bbolt.Options{Timeout: patience})
	switch {
	case errors.Is(err, storeerrors.ErrTimeout):
		return nil, fmt.Errorf("%s is in use by another program", file)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	err = database.Update(func(tx *bbolt.Tx) error {
		_, err := tx.CreateBucketIfNotExists(gamesBucket)
		return err
	})
	if err != nil {
		database.Close()
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return &gameStore{database}, nil
}

func (s *gameStore) close() error { return s.database.Close() }

// put stores a game. It returns when the game is on the disk; games that are put at
// about the same time are written together.
func (s *gameStore) put(g *game) error {
	text, err := json.Marshal(g)
	if err != nil {
		return err
	}
	return s.database.Batch(func(tx *bbolt.Tx) error {
		return tx.Bucket(gamesBucket).Put([]byte(g.ID), text)
	})
}

// remove removes games.
func (s *gameStore) remove(ids []string) error {
	return s.database.Update(func(tx *bbolt.Tx) error {
		for _, id := range ids {
			if err := tx.Bucket(gamesBucket).Delete([]byte(id)); err != nil {
				return err
			}
		}
		return nil
	})
}

// all calls a function for each game. Those that cannot be read stay in the file.
func (s *gameStore) all(visit func(*game)) error {
	return s.database.View(func(tx *bbolt.Tx) error {
		return tx.Bucket(gamesBucket).ForEach(func(_, stored []byte) error {
			if g, err := decodeGame(stored); err == nil {
				visit(g)
			}
			return nil
		})
	})
}
