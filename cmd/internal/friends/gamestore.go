package friends

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	bbolterrors "go.etcd.io/bbolt/errors"

	"cathedral/bench/journal"
	"cathedral/cmd/internal/messages"
)

// gameStore holds games in a folder, each in a file of its own, which is replaced as a whole.
// So a stored game survives the end of the program and a failure of the power, a copy of the
// folder is good at any moment, and damage to a file concerns one game.
type gameStore struct {
	folder *os.Root // nothing is stored after it has been closed
	lock   *os.File
	places chan struct{}                           // has a value for each change of a file now, which may block a thread
	write  func(name string, content []byte) error // replaces a file; tests have one that fails
}

const (
	gameSuffix  = ".game"
	freshSuffix = ".new" // of what is being written
	oldSuffix   = ".bbolt"
	folderMode  = 0o700
	fileMode    = 0o600
	longestFile = 1 << 20 // bytes of a file that is read
	// mostStores is how many changes of files go on at a time, and storePatience how long others wait.
	mostStores    = 16
	storePatience = 5 * time.Second
)

// ErrBusy is the error if a change has waited too long. It has not begun.
var ErrBusy = messages.NewCoded("busy", "the server cannot do this now")

// ErrDamaged is the error if a file of an earlier version cannot be read.
var ErrDamaged = errors.New("damaged")

// openGameStore opens or makes the store in a folder, which one program at a time can use. If
// the path is that of a file as earlier versions wrote it, a folder with its games takes its
// place, and the file gets the ending .bbolt.
func openGameStore(path string) (*gameStore, error) {
	fresh := path + freshSuffix
	info, err := os.Stat(path)
	switch {
	case err == nil && info.Mode().IsRegular() && info.Size() == 0:
		return nil, fmt.Errorf("%s is %w (it is empty); games of friends are off; restore a backup or move it away", path, ErrDamaged)
	case err == nil && info.Mode().IsRegular():
		err = takeOver(path, fresh)
	case errors.Is(err, fs.ErrNotExist):
		if err = os.Rename(fresh, path); errors.Is(err, fs.ErrNotExist) { // otherwise a process was killed in takeOver
			err = os.MkdirAll(path, folderMode)
		}
	}
	if err != nil {
		return nil, err
	}
	lock, err := journal.Lock(filepath.Join(path, "lock"))
	if err != nil {
		return nil, err
	}
	folder, err := os.OpenRoot(path)
	s := &gameStore{folder: folder, lock: lock, places: make(chan struct{}, mostStores)}
	s.write = s.replace
	return s, err
}

// takeOver has a folder with the games of an old store take the place of its file.
func takeOver(path, fresh string) error {
	games, err := readOldStore(path)
	switch {
	case errors.Is(err, bbolterrors.ErrTimeout):
		return fmt.Errorf("%s is in use by another program", path)
	case errors.As(err, new(*fs.PathError)):
		return err
	case err != nil:
		return fmt.Errorf("%s is %w (%v); games of friends are off; restore a backup or move it away", path, ErrDamaged, err)
	}
	kept := path + oldSuffix
	if _, err := os.Lstat(kept); err == nil {
		return fmt.Errorf("%s is to be renamed to %s, which exists", path, kept)
	}
	if err := os.MkdirAll(fresh, folderMode); err != nil {
		return err
	}
	folder, err := os.OpenRoot(fresh)
	if err != nil {
		return err
	}
	defer folder.Close()
	s := &gameStore{folder: folder}
	for id, game := range games {
		if err := s.replace(fileName(id), withChecksum(game)); err != nil {
			return err
		}
	}
	return errors.Join(folder.Close(), os.Rename(path, kept), os.Rename(fresh, path))
}

// close closes the store when all changes that have begun are done.
func (s *gameStore) close() error {
	for range mostStores {
		s.places <- struct{}{}
	}
	err := errors.Join(s.folder.Close(), s.lock.Close())
	for range mostStores {
		<-s.places
	}
	return err
}

// take takes a place among places, or returns ErrBusy if none is free in time.
func take(places chan struct{}) error {
	select {
	case places <- struct{}{}:
		return nil
	case <-time.After(storePatience):
		return ErrBusy
	}
}

// put stores a game. It returns when the game is on the disk, or with ErrBusy if that has not begun in time.
func (s *gameStore) put(g *game) error {
	text, err := json.Marshal(g)
	if err != nil {
		return err
	}
	if err := take(s.places); err != nil {
		return err
	}
	defer func() { <-s.places }()
	name, content := fileName(g.ID), withChecksum(text)
	if err = s.write(name, content); err != nil {
		if stored, readErr := s.read(name); readErr != nil || !bytes.Equal(stored, content) { // otherwise the next start has it
			return fmt.Errorf("%s: %w", s.folder.Name(), err)
		}
	}
	return nil
}

// replace replaces a file, or makes it.
func (s *gameStore) replace(name string, content []byte) error {
	fresh := name + freshSuffix
	file, err := s.folder.OpenFile(fresh, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, fileMode)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return errors.Join(err, s.folder.Remove(fresh))
	}
	if err := s.folder.Rename(fresh, name); err != nil || runtime.GOOS == "windows" { // which has no call for names
		return err
	}
	names, err := s.folder.Open(".")
	if err != nil {
		return err
	}
	return errors.Join(names.Sync(), names.Close())
}

// read reads a file, which must be regular and not too long.
func (s *gameStore) read(name string) ([]byte, error) {
	if info, err := s.folder.Stat(name); err != nil || !info.Mode().IsRegular() || info.Size() > longestFile {
		return nil, cmp.Or(err, ErrDamaged)
	}
	return s.folder.ReadFile(name)
}

// fileName returns the name of a game's file. Escapes are for ids that are damaged.
func fileName(id string) string { return url.PathEscape(id) + gameSuffix }

// withChecksum returns the contents of the file of a game.
func withChecksum(game []byte) []byte {
	return fmt.Appendf(nil, "%08x %s\n", crc32.ChecksumIEEE(game), game)
}

// remove removes a game, or returns ErrBusy if that has not begun in time.
func (s *gameStore) remove(id string) error {
	if err := take(s.places); err != nil {
		return err
	}
	defer func() { <-s.places }()
	return s.folder.Remove(fileName(id))
}

// all returns all games, and the number of those that cannot be read, which stay as they are.
func (s *gameStore) all() (games []*game, unreadable int, err error) {
	files, err := fs.ReadDir(s.folder.FS(), ".")
	for _, file := range files {
		name := file.Name()
		if strings.HasSuffix(name, freshSuffix) { // of a process that was killed
			s.folder.Remove(name)
		}
		if !strings.HasSuffix(name, gameSuffix) {
			continue
		}
		if g, err := s.game(name); err == nil {
			games = append(games, g)
		} else {
			unreadable++
		}
	}
	return games, unreadable, err
}

// game returns the game in a file.
func (s *gameStore) game(name string) (*game, error) {
	const begin = 9 // of the game
	content, err := s.read(name)
	if err != nil {
		return nil, err
	}
	if len(content) <= begin || !bytes.Equal(content, withChecksum(content[begin:len(content)-1])) {
		return nil, ErrDamaged
	}
	g, err := decodeGame(content[begin:])
	if err == nil && fileName(g.ID) != name {
		return nil, ErrDamaged
	}
	return g, err
}
