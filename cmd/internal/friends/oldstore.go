package friends

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"runtime/debug"
	"time"

	"go.etcd.io/bbolt"
)

// readOldStore returns the games, by id, in a file of version 0.2 or before, a database of
// bbolt. That library panics over damaged pages, and maps the file into memory, which ends where
// the file was cut; so this goroutine, the only one that it has here, takes both for errors.
func readOldStore(path string) (games map[string][]byte, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("%v", fault) // the file stays open, since to close it might wait for ever
		}
	}()
	database, err := bbolt.Open(path, 0, &bbolt.Options{ReadOnly: true, PreLoadFreelist: true, Timeout: time.Second})
	if err != nil {
		return nil, err
	}
	games = map[string][]byte{}
	err = database.View(func(tx *bbolt.Tx) error {
		if err := checkHeads(path, int64(database.Info().PageSize)); err != nil {
			return err
		}
		tx.Bucket([]byte("games")).ForEach(func(id, game []byte) error {
			games[string(id)] = bytes.Clone(game)
			return nil
		})
		return checkPages(tx, len(games))
	})
	database.Close()
	return games, err
}

// checkHeads returns an error unless both heads of a file are undamaged, of which bbolt takes
// the one before if the last is damaged.
func checkHeads(path string, pageSize int64) error {
	const begin, length = 16, 56
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	for _, page := range []int64{0, pageSize} {
		var head [length + 8]byte
		if _, err := file.ReadAt(head[:], page+begin); err != nil {
			return err
		}
		sum := fnv.New64a()
		sum.Write(head[:length])
		if sum.Sum64() != binary.LittleEndian.Uint64(head[length:]) {
			return errors.New("a wrong checksum")
		}
	}
	return nil
}

// checkPages returns an error unless the pages in use have a number of games.
func checkPages(tx *bbolt.Tx, games int) error {
	stored := -1 // for the bucket, which is an entry too
	for id := 0; ; id++ {
		page, err := tx.Page(id)
		switch {
		case err != nil:
			return err
		case page == nil && stored != games && stored > 0: // few games are in the page of the bucket
			return fmt.Errorf("it has %d of %d games", games, stored)
		case page == nil:
			return nil
		case page.Type == "leaf":
			stored += page.Count
		}
		id += page.OverflowCount
	}
}
