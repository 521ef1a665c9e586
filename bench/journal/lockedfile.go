package journal

import (
	"errors"
	"fmt"
	"os"
	"time"
)

// Lock opens or creates a regular file to read and write, and locks it for this process, until
// the file is closed or the process ends. It tries for a second, because an engine that a
// killed match was just starting holds the lock until it has started. The errors name the file.
func Lock(path string) (*os.File, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: it is not a regular file, so nothing can be added to it", path)
	}
	for range 20 {
		file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			return nil, err
		}
		free, err := lock(file)
		if err != nil {
			file.Close()
			return nil, named(file, fmt.Errorf("locking it: %w", err))
		}
		if free && isAt(file, path) {
			return file, nil
		}
		file.Close()
		time.Sleep(50 * time.Millisecond)
	}
	return nil, fmt.Errorf("%s: another process is writing it", path)
}

// isAt reports whether the file is still the one at the path: see Journal.Move.
func isAt(file *os.File, path string) bool {
	opened, err := file.Stat()
	if err != nil {
		return false
	}
	found, err := os.Stat(path)
	return err == nil && os.SameFile(opened, found)
}

// named adds the name of the file to an error, unless the error has it already.
func named(file *os.File, err error) error {
	if err == nil || errors.As(err, new(*os.PathError)) {
		return err
	}
	return fmt.Errorf("%s: %w", file.Name(), err)
}
