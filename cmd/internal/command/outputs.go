package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
)

// Output is a file that a command writes.
type Output struct {
	Name string // "": none
	// Begin is the beginning of all files of this kind that the program writes. It is "" for a file
	// to which package journal appends, and which that creates. Such outputs come last.
	Begin string
}

// CheckOutputs creates the outputs of a command that are missing and have a Begin. It returns an error if one is a
// file that the program has not written as the same kind, or is an input, standard input or output,
// or another output, under whatever name. It then removes what it has created. Pipes and devices
// are not checked.
func (f *Factory) CheckOutputs(inputs []string, outputs ...Output) (err error) {
	var created []string
	defer func() {
		if err != nil {
			for _, name := range created {
				os.Remove(name)
			}
		}
	}()
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
	for _, name := range inputs {
		if info, err := os.Stat(name); err == nil {
			inUse = append(inUse, info)
		}
	}
	for _, output := range outputs {
		if output.Name == "" {
			continue
		}
		info, err := os.Stat(output.Name)
		switch {
		case errors.Is(err, fs.ErrNotExist) && output.Begin == "":
			continue
		case errors.Is(err, fs.ErrNotExist):
			created = append(created, output.Name)
		case err != nil:
			return err
		case !info.Mode().IsRegular() && !info.IsDir():
			continue
		case isInUse(info):
			return fmt.Errorf("%s is also an input or another output of this command: name another file", output.Name)
		}
		if info, err = output.check(); err != nil {
			return err
		}
		inUse = append(inUse, info)
	}
	return nil
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
	if n > 0 && string(begin[:n]) != o.Begin {
		return nil, fmt.Errorf("%s: it is not a file that this command has written, so it is not replaced: name another file", o.Name)
	}
	return file.Stat()
}
