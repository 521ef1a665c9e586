package friends

import (
	"bytes"
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

	bbolterrors "go.etcd.io/bbolt/errors"

	"cathedral/bench/journal"
)

// gameStore holds games in a folder, each in a file of its own, which is replaced as a whole.
// So a stored game survives the end of the program and a failure of the power, a copy of the
// folder is good at any moment, and damage to a file concerns one game.
type gameStore struct {
	folder *os.Root // nothing is stored after it has been closed
	lock   *os.File
}

const (
	gameSuffix  = ".game"
	freshSuffix = ".new" // of what is being written
	oldSuffix   = ".bbolt"
	folderMode  = 0o700
	fileMode    = 0o600
)

// ErrDamaged is the error if a file of an earlier version cannot be read.
var ErrDamaged = errors.New("damaged")

// openGameStore opens or makes the store in a folder, which one program at a time can use. If
// the path is that of a file as earlier versions wrote it, a folder with its games takes its
// place, and the file gets the ending .bbolt.
func openGameStore(path string) (*gameStore, error) {
	fresh := path + freshSuffix
	info, err := os.Stat(path)
	switch {
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
	return &gameStore{folder, lock}, err
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
		if err := s.write(id, game); err != nil {
			return err
		}
	}
	return errors.Join(folder.Close(), os.Rename(path, kept), os.Rename(fresh, path))
}

func (s *gameStore) close() error { return errors.Join(s.folder.Close(), s.lock.Close()) }

// put stores a game. It returns when the game is on the disk.
func (s *gameStore) put(g *game) error {
	text, err := json.Marshal(g)
	if err != nil {
		return err
	}
	return s.write(g.ID, text)
}

func (s *gameStore) write(id string, text []byte) error {
	name := fileName(id)
	fresh := name + freshSuffix
	file, err := s.folder.OpenFile(fresh, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, fileMode)
	if err != nil {
		return err
	}
	_, err = file.Write(withChecksum(text))
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

// fileName returns the name of a game's file. Escapes are for ids that are damaged.
func fileName(id string) string { return url.PathEscape(id) + gameSuffix }

// withChecksum returns the contents of the file of a game.
func withChecksum(game []byte) []byte {
	return fmt.Appendf(nil, "%08x %s\n", crc32.ChecksumIEEE(game), game)
}

// remove removes games.
func (s *gameStore) remove(ids []string) (err error) {
	for _, id := range ids {
		err = errors.Join(err, s.folder.Remove(fileName(id)))
	}
	return err
}

// all calls a function for each game, and returns the number of those that cannot be read,
// which stay as they are.
func (s *gameStore) all(visit func(*game)) (unreadable int, err error) {
	files, err := fs.ReadDir(s.folder.FS(), ".")
	for _, file := range files {
		name := file.Name()
		if strings.HasSuffix(name, freshSuffix) { // of a process that was killed
			s.folder.Remove(name)
		}
		if !strings.HasSuffix(name, gameSuffix) {
			continue
		}
		if g, err := s.read(name); err == nil {
			visit(g)
		} else {
			unreadable++
		}
	}
	return unreadable, err
}

func (s *gameStore) read(name string) (*game, error) {
	const begin = 9 // of the game
	content, err := s.folder.ReadFile(name)
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
