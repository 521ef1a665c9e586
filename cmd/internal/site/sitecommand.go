package site

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"cathedral/cmd/internal/command"
)

// options are the options of `cathedral site`.
type options struct {
	*command.Factory
	folder  string
	source  string
	wasm    string // "": build it
	address string // of the site; "": not known
}

// Command returns the command that writes the page as a static site. It reports to f.
func Command(f *command.Factory) *cobra.Command {
	o := &options{Factory: f}
	cmd := &cobra.Command{
		Use:   "site FOLDER",
		Short: "Write the page as files for any web host",
		Long: `Write the page to a folder that any host of static files can serve. The rules and
the engine run in the visitor's browser, with one thread; the host runs nothing.
After the first visit the page works without a network and can be installed.

All addresses are relative, so that the folder may be served under any path. The host
must send files of .js as text/javascript, as nearly all do, and needs no other settings.
A browser keeps the page for use without a network only if it comes over https, or from
localhost.

The engine for browsers is built from the source of this program, which needs Go. Run
the command in the source tree, or name the tree with --source. --wasm takes a program
that has been built already. Other engines need cathedral serve.`,
		Example: `  cathedral site public
  cathedral site public --source ~/cathedral
  cathedral site public --address https://example.org/cathedral/
  cathedral site public --wasm build/cathedral.wasm`,
	}
	command.TakeFile(cmd, "the folder to write to", &o.folder, o.run)
	flags := cmd.Flags()
	flags.StringVar(&o.source, "source", ".", "`folder` of this program's source")
	flags.StringVar(&o.wasm, "wasm", "", "use the engine in this `file` instead of building it; wasm_exec.js of the same version of Go must be beside it")
	flags.StringVar(&o.address, "address", "", "`address` of the site, which messengers need for the picture of its links, such as https://example.org/cathedral/")
	return cmd
}

func (o *options) run(ctx context.Context) error {
	if o.address != "" && !strings.HasSuffix(o.address, "/") {
		o.address += "/"
	}
	program, err := o.program(ctx)
	if err != nil {
		return err
	}
	size, err := Write(o.folder, o.address, program)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(o.Out, "The site is in %s (%.1f MB).\n", o.folder, float64(size)/1e6)
	return err
}

func (o *options) program(ctx context.Context) (*Program, error) {
	if o.wasm != "" {
		return Read(ctx, o.wasm)
	}
	program, err := Build(ctx, o.source)
	if err != nil {
		return nil, fmt.Errorf("%w (see --source and --wasm)", err)
	}
	return program, nil
}
