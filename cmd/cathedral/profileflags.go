package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/pkg/profile"
	"github.com/spf13/cobra"

	"cathedral/cmd/internal/command"
)

// profiler profiles the program if a flag asks for it.
type profiler struct {
	kind, folder string
	running      interface{ Stop() }
}

// allocs is the kind of profile that the package writes to a file called mem.pprof, as it does
// the kind mem. It is written in a folder of its own first.
const allocs = "allocs"

// profileKinds returns the kinds of profiles, in the order of the help text.
func profileKinds() []string { return []string{"cpu", "mem", allocs, "block", "mutex", "trace"} }

// addFlags adds the profiler's flags to a command and its subcommands.
func (p *profiler) addFlags(cmd *cobra.Command) {
	flags := cmd.PersistentFlags()
	flags.StringVar(&p.kind, "profile", "", "write a profile of this `kind`: cpu, mem, allocs, block, mutex or trace")
	flags.StringVar(&p.folder, "profile-dir", ".", "write the profile to this `folder`")
	command.RegisterCompletion(cmd, "profile", profileKinds())
}

// start starts the profile. It first checks that the folder can be written to,
// because the package would end the program if it cannot.
func (p *profiler) start() error {
	if p.kind == "" {
		return nil
	}
	mode := map[string]func(*profile.Profile){
		"cpu":   profile.CPUProfile,
		"mem":   profile.MemProfileHeap,
		allocs:  profile.MemProfileAllocs,
		"block": profile.BlockProfile,
		"mutex": profile.MutexProfile,
		"trace": profile.TraceProfile,
	}[p.kind]
	if mode == nil {
		return command.UsageErrorf("--profile %q: want one of %s", p.kind, strings.Join(profileKinds(), ", "))
	}
	if err := tryFolder(p.folder); err != nil {
		return fmt.Errorf("--profile-dir: %w", err)
	}
	folder := p.folder
	if p.kind == allocs {
		folder = filepath.Join(folder, allocs)
	}
	p.running = profile.Start(profile.MemProfileRate(profile.DefaultMemProfileRate), mode, profile.ProfilePath(folder), profile.NoShutdownHook, profile.Quiet)
	return nil
}

// stop ends and writes the profile.
func (p *profiler) stop() {
	if p.running == nil {
		return
	}
	p.running.Stop()
	if folder := filepath.Join(p.folder, allocs); p.kind == allocs {
		os.Rename(filepath.Join(folder, "mem.pprof"), folder+".pprof")
		os.Remove(folder)
	}
}

// tryFolder returns an error if it cannot create the folder or a file in it. It
// removes the file again.
func tryFolder(folder string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	file, err := os.CreateTemp(folder, "profile")
	if err != nil {
		return err
	}
	file.Close()
	return os.Remove(file.Name())
}
