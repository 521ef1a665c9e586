package journal

import (
	"errors"
	"fmt"
	"os"
	"time"
)

// openLocked opens or creates a file to read and append to, and locks it for this
// process. It tries for a second, because an engine that a killed match was just starting
// holds the lock until it has started.
func openLocked(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	for range 20 {
		free, err := lock(file)
		if err != nil {
			file.Close()
			return nil, named(file, fmt.Errorf("locking it: %w", err))
		}
		if free {
			return file, nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	file.Close()
	return nil, named(file, errors.New("another process is writing it"))
}

// named adds the name of the file to an error, unless the error has it already.
func named(file *os.File, err error) error {
	if err == nil || errors.As(err, new(*os.PathError)) {
		return err
	}
	return fmt.Errorf("%s: %w", file.Name(), err)
}
