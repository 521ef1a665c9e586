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
	output       string // the file
	written      string // the folder to which the package writes
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

// start starts the profile of a command with the factory f. It first checks that the file can be
// written, because the package would end the program if it cannot.
func (p *profiler) start(f *command.Factory) error {
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
	name, begin := p.kind+".pprof", "\x1f\x8b"
	if p.kind == "trace" {
		name, begin = "trace.out", "go 1."
	}
	p.output, p.written = filepath.Join(p.folder, name), p.folder
	err := os.MkdirAll(p.folder, 0o777)
	if err == nil {
		err = f.CheckOutputs(nil, command.Output{Name: p.output, Begin: begin})
	}
	if err == nil && p.kind == allocs {
		p.written, err = os.MkdirTemp(p.folder, allocs)
	}
	if err != nil {
		return fmt.Errorf("--profile-dir: %w", err)
	}
	f.Profile = p.output
	p.running = profile.Start(profile.MemProfileRate(profile.DefaultMemProfileRate), mode, profile.ProfilePath(p.written), profile.NoShutdownHook, profile.Quiet)
	return nil
}

// stop ends and writes the profile.
func (p *profiler) stop() {
	if p.running == nil {
		return
	}
	p.running.Stop()
	if p.kind == allocs {
		os.Rename(filepath.Join(p.written, "mem.pprof"), p.output)
		os.Remove(p.written)
	}
}
