package site

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"cathedral/cmd/internal/build"
	"cathedral/cmd/internal/command"
)

// loaderName is the name of the file of Go that loads a program.
const loaderName = "wasm_exec.js"

// coldPackages are the packages of Go that no search calls. Without inlining they take a
// twentieth less of the compressed program.
const coldPackages = "runtime internal/reflectlite internal/poll internal/fmtsort internal/strconv bufio compress/flate compress/gzip " +
	"context encoding/base64 encoding/binary encoding/json fmt os reflect strconv strings syscall syscall/js time"

// Build builds the program from the source in the folder source. It needs Go.
func Build(ctx context.Context, source string) (*Program, error) {
	if _, err := os.Stat(filepath.Join(source, "cmd", "webworker")); err != nil {
		return nil, fmt.Errorf("%s is not the source of this program, from which the engine is built for browsers", source)
	}
	if _, err := exec.LookPath("go"); err != nil {
		return nil, errors.New("building the engine for browsers needs Go (https://go.dev/dl)")
	}
	folder, err := os.MkdirTemp("", "cathedral-site-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	module := filepath.Join(folder, "cathedral.wasm")
	arguments := []string{"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", module}
	for name := range strings.FieldsSeq(coldPackages) {
		arguments = append(arguments, "-gcflags="+name+"=-l")
	}
	if _, err := goCommand(ctx, source, append(arguments, "./cmd/webworker")...); err != nil {
		return nil, err
	}
	root, err := goCommand(ctx, source, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	return read(ctx, module, filepath.Join(root, "lib", "wasm", loaderName))
}

// Read reads the program in the file module, which is in WebAssembly. wasm_exec.js of the
// same version of Go must be beside it.
func Read(ctx context.Context, module string) (*Program, error) {
	return read(ctx, module, filepath.Join(filepath.Dir(module), loaderName))
}

func read(ctx context.Context, module, loader string) (program *Program, err error) {
	program = &Program{}
	if program.Module, err = command.ReadText(ctx, module, "a program"); err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(program.Module, []byte("\x00asm")) {
		return nil, fmt.Errorf("%s is not a program in WebAssembly", module)
	}
	program.Loader, err = command.ReadText(ctx, loader, "a script")
	return program, err
}

// goCommand runs go for WebAssembly in a folder, and returns its output. The error
// includes its standard error.
func goCommand(ctx context.Context, folder string, arguments ...string) (string, error) {
	command := exec.CommandContext(ctx, "go", arguments...)
	command.Dir = folder
	command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	text, err := command.Output()
	return strings.TrimSpace(string(text)), build.WithStderr("go "+arguments[0], err)
}
