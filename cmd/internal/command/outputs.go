package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Output is a file that a command writes.
type Output struct {
	Name string // "": none
	// Begin is the beginning of all files of this kind that the program writes. It is "" for a file
	// to which package journal appends, and which that creates. Such outputs come last.
	Begin string
}

// CheckOutputs creates the outputs of a command that are missing and have a Begin. It returns an
// error if one is a file that the program has not written as the same kind, or is an input,
// standard input or output, or another output, under whatever name. A pipe or device is refused
// only if it is in use. RemoveUnused belongs to the end of the command.
func (f *Factory) CheckOutputs(inputs []string, outputs ...Output) error {
	var inUse []fs.FileInfo
	isInUse := func(info fs.FileInfo) bool {
		return slices.ContainsFunc(inUse, func(other fs.FileInfo) bool { return os.SameFile(info, other) })
	}
	for _, stream := range []any{f.In, f.Out} {
		if file, isFile := stream.(*os.File); isFile {
			if info, err := file.Stat(); err == nil {
				inUse = append(inUse, info)
			}
		}
	}
	for _, name := range append(slices.Clip(inputs), f.Profile) {
		if info, err := os.Stat(name); err == nil {
			inUse = append(inUse, info)
		}
	}
	for _, output := range outputs {
		if output.Name == "" {
			continue
		}
		if err := checkOutputName(output.Name); err != nil {
			return err
		}
		info, err := os.Stat(output.Name)
		switch {
		case errors.Is(err, fs.ErrNotExist) && output.Begin == "":
			continue
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return err
		case err != nil:
		case isInUse(info) && !isNull(info):
			return fmt.Errorf("%s is also an input or another output of this command: name another file", output.Name)
		case !info.Mode().IsRegular() && !info.IsDir():
			continue
		}
		isNew := err != nil
		if info, err = output.check(); err != nil {
			return err
		}
		if isNew {
			f.created = append(f.created, output.Name)
		}
		inUse = append(inUse, info)
	}
	return nil
}

// checkOutputName returns an error if a name stands for standard output, where results are printed.
func checkOutputName(name string) error {
	if name == "-" {
		return UsageErrorf("%q cannot be an output, since results are printed on standard output: name a file", name)
	}
	return nil
}

// isNull reports whether the file is the device that forgets everything.
func isNull(info fs.FileInfo) bool {
	null, err := os.Stat(os.DevNull)
	return err == nil && os.SameFile(info, null)
}

// RemoveUnused removes the outputs that CheckOutputs has created and that are still empty, as
// after an error.
func (f *Factory) RemoveUnused() {
	for _, name := range f.created {
		path, err := filepath.EvalSymlinks(name)
		if err != nil {
			continue
		}
		if info, err := os.Stat(path); err == nil && info.Size() == 0 {
			os.Remove(path)
		}
	}
}

// check returns an error if the file cannot be written, or is of another kind. It creates the file
// if it is missing.
func (o *Output) check() (fs.FileInfo, error) {
	file, err := os.OpenFile(o.Name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	begin := make([]byte, len(o.Begin))
	n, _ := file.ReadAt(begin, 0)
	if !strings.HasPrefix(o.Begin, string(begin[:n])) {
		return nil, fmt.Errorf("%s: it is not a file that this command has written, so it is not replaced: name another file", o.Name)
	}
	return file.Stat()
}
