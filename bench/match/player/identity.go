package player

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Identity returns the value of a player's tag. id is the engine's own name, and
// program the checksum of its files. Limits are not part of it: they have the tag
// TimeControl.
func (s *Specification) Identity(id, program string) string {
	var words []string
	add := func(key, value string) {
		if value != "" {
			words = append(words, Setting{key, value}.String())
		}
	}
	add("id", id)
	add("program", program)
	var arguments []string
	for _, argument := range s.Arguments {
		arguments = append(arguments, quoteWord(argument))
	}
	add("args", strings.Join(arguments, " "))
	for _, list := range []struct {
		prefix  string
		options []Option
	}{{"option.", s.Options}, {"technique.", s.Techniques}} {
		for _, option := range slices.SortedFunc(slices.Values(list.options), func(a, b Option) int {
			return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
		}) {
			words = append(words, Setting{list.prefix + option.Name, option.Value}.String())
		}
	}
	add("margin", fmt.Sprint(s.Margin.Milliseconds()))
	if s.Ponder {
		add("ponder", "true")
	}
	return strings.Join(words, " ")
}

// Program returns a checksum of the player's program, in hexadecimal digits: of its
// executable file and, as that may be an interpreter, of the first file that its
// arguments name. It is "" if the program cannot be read. A built-in player's program is
// this one.
func (s *Specification) Program() string {
	inDirectory := func(path string) string {
		if filepath.IsAbs(path) {
			return path
		}
		return filepath.Join(s.Directory, path)
	}
	path, err := s.Command, error(nil)
	switch {
	case s.IsBuiltIn():
		path, err = os.Executable()
	case strings.ContainsRune(path, filepath.Separator):
		path = inDirectory(path)
	default:
		path, err = exec.LookPath(path)
	}
	sum := sha256.New()
	if err != nil || addFile(sum, path) != nil {
		return ""
	}
	for _, argument := range s.Arguments {
		if addFile(sum, inDirectory(argument)) == nil {
			break
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

// addFile writes the content of a regular file to sum.
func addFile(sum io.Writer, path string) error {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a file", path)
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = io.Copy(sum, file)
	return err
}
