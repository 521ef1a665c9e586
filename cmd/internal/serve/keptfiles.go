package serve

import "context"

// keptFiles are files that were made for requests, and that many may ask for again.
type keptFiles struct {
	turn  chan struct{} // has a value while somebody looks for a file
	files map[string]*file
}

// mostKept is how many files are kept. All go when there are more.
const mostKept = 64

func newKeptFiles() keptFiles { return keptFiles{make(chan struct{}, 1), map[string]*file{}} }

// file returns the file with a name, which is made if it is not kept: one at a time, for
// whoever has not gone until then. It returns nil if ctx has ended, or the file cannot be made.
func (k *keptFiles) file(ctx context.Context, name string, create func() (*file, error)) *file {
	select {
	case k.turn <- struct{}{}:
	case <-ctx.Done():
		return nil
	}
	defer func() { <-k.turn }()
	if kept := k.files[name]; kept != nil {
		return kept
	}
	made, err := create()
	if err != nil {
		return nil
	}
	if len(k.files) == mostKept {
		clear(k.files)
	}
	k.files[name] = made
	return made
}
