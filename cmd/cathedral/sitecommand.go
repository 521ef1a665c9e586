package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"cathedral/cmd/internal/site"
)

// siteOptions are the options of `cathedral site`.
type siteOptions struct {
	out    io.Writer
	folder string
	source string
	wasm   string // "": build it
}

// newSiteCommand returns the command that writes the page as a static site. Tests
// replace the work by runF.
func newSiteCommand(f *factory, runF func(context.Context, *siteOptions) error) *cobra.Command {
	options := &siteOptions{out: f.out}
	if runF == nil {
		runF = runSite
	}
	cmd := &cobra.Command{
		Use:   "site folder",
		Short: "Write the page as files for any web host",
		Long: `Write the page to a folder that any host of static files can serve. The rules and
the engine run in the visitor's browser, with one thread; the host runs nothing.
After the first visit the page works without a network, and can be installed.

All addresses are relative, so that the folder may be served under any path. The host
needs no settings. A browser keeps the page for use without a network only if it comes
over https, or from localhost.

The engine for browsers is built from the source of this program, which needs Go: run
the command in the source tree, name that with --source, or name a program that is
built with --wasm. Matches between engines need cathedral serve.`,
		Example: `  cathedral site public
  cathedral site public --source ~/cathedral
  cathedral site public --wasm build/cathedral.wasm`,
		Args: func(_ *cobra.Command, arguments []string) error {
			if len(arguments) != 1 {
				return usageErrorf("want the folder to write to")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, arguments []string) error {
			options.folder = arguments[0]
			return runF(cmd.Context(), options)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&options.source, "source", ".", "`folder` of this program's source")
	flags.StringVar(&options.wasm, "wasm", "", "`file` with the engine for browsers, and wasm_exec.js of the Go that built it beside it; then nothing is built")
	return cmd
}

func runSite(ctx context.Context, options *siteOptions) error {
	program, err := siteProgram(ctx, options)
	if err != nil {
		return err
	}
	size, err := site.Write(options.folder, program)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(options.out, "The site is in %s (%.1f MB).\n", options.folder, float64(size)/1e6)
	return err
}

func siteProgram(ctx context.Context, options *siteOptions) (*site.Program, error) {
	if options.wasm != "" {
		return site.Read(options.wasm)
	}
	program, err := site.Build(ctx, options.source)
	if err != nil {
		return nil, fmt.Errorf("%w (see --source and --wasm)", err)
	}
	return program, nil
}
