package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"cathedral/cmd/internal/command/commandtest"
	"cathedral/engine/enginetest"
)

// A shell reads the commands in documents, in blocks and within a line, as a reader's shell
// does. They are not run, but their flags and arguments have to be right.
func TestCommandsInDocumentsAreRight(t *testing.T) {
	read := 0
	const levels = "bench/rating/levels.sh" // the games of LEVELS.md
	script, err := os.ReadFile(filepath.Join(top, levels))
	enginetest.Must(t, err)
	for _, d := range append(documents(t), document{enginetest.Document{Path: levels, Blocks: []enginetest.Block{{Line: 1, Info: "sh", Text: string(script)}}}}) {
		r := newReader(t, d)
		r.readAll()
		for _, fault := range r.faults {
			t.Error(fault)
		}
		read += r.read
	}
	if read < 100 {
		t.Errorf("only %d commands were read", read)
	}
}

func TestFaultyCommandsInDocumentsAreFound(t *testing.T) {
	for text, want := range map[string]string{
		"`cathedral shwo`":                                                       `unknown command "shwo"`,
		"`cathedral show --mvoe 3`":                                              "unknown flag: --mvoe",
		"`cathedral check --show \"a step\"`":                                    "a step",
		"```sh\ncathedral check\n```\n":                                          "ENGINE is missing",
		"```sh\ncathedral match --engine random --log\n```\n":                    "flag needs an argument",
		"```sh\ncathedral openings --source book\n```\n":                         "--",
		"```sh\ncathedral show game.txt\n```\n":                                  "game.txt: no such file",
		"```sh\ncathedral show game.txt\nnonsense\n```\n":                        "nonsense",
		"```sh\n  go test ./bench/no\n```\n":                                     "there is no folder bench/no",
		"`go test ./engine -run Nothing`":                                        "no test is called Nothing",
		"```console\n$ cathedral perft 1 | tail -1\n225\n```\n":                  "the document shows",
		"```console\n$ cathedral perft x\n```\n":                                 "exit status 2",
		"```\ncathedral perft 1\n```\n":                                          "mark the block",
		"```toml\ngaems = 3\n```\n":                                              "gaems",
		"```console\n$ cathedral perft 1 > a.txt\n$ cathedral show b.txt\n```\n": "b.txt",
	} {
		r := newReader(t, document{enginetest.NewDocument(t, "it", text)})
		r.readAll()
		if len(r.faults) == 0 {
			r.follow()
		}
		if len(r.faults) != 1 || !strings.Contains(r.faults[0], want) {
			t.Errorf("%s: the faults are %q, want one with %q", text, r.faults, want)
		}
	}
}

// The examples of help texts are read as those of documents are. Their files are the reader's.
func TestExamplesInHelpAreRight(t *testing.T) {
	root := newRootCommand(commandtest.Factory("", io.Discard), &profiler{})
	for _, cmd := range root.Commands() {
		for _, cmd := range append(cmd.Commands(), cmd) {
			r := newReader(t, document{enginetest.Document{Path: cmd.CommandPath() + " --help"}})
			for _, name := range []string{"match.toml", "engines.toml"} {
				r.write(name, "engine = [{ name = 'new', cmd = './new' }, { name = 'old', cmd = './old' }]")
			}
			if cmd.Name() != "completion" { // whose example is for bash alone, and is tried by .ci/release
				r.readCommands(1, cmd.Example, false)
			}
			for _, fault := range r.faults {
				t.Error(fault)
			}
		}
	}
}

// documentReader reads a document as a person does who types what it says, in a new folder.
type documentReader struct {
	*testing.T
	document
	folder string
	// programs is the folder of programs that do nothing but note how they are called, in
	// the file calls.
	programs, calls string
	read            int // how many commands were
	faults          []string
}

func newReader(t *testing.T, d document) *documentReader {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the documents' commands are for a shell")
	}
	r := &documentReader{T: t, document: d, folder: t.TempDir(), programs: t.TempDir()}
	r.calls = filepath.Join(r.programs, "calls")
	for _, name := range []string{"cathedral", "go", "git", "bash", "cp", "grep", "openssl", "python3"} {
		// One write a call: the programs of a pipe run side by side.
		note := "#!/bin/sh\ncall=$(printf '%s\\037' " + name + ` "$@")` + "\nprintf '%s\\036' \"$call\" >>" + r.calls + "\n"
		enginetest.Must(t, os.WriteFile(filepath.Join(r.programs, name), []byte(note), 0o755))
	}
	return r
}

// fault notes a fault in a line of the document.
func (r *documentReader) fault(line int, format string, arguments ...any) {
	r.faults = append(r.faults, fmt.Sprintf("%s:%d: "+format, append([]any{r.Path, line}, arguments...)...))
}

// typed matches the beginning of a line that a reader may type.
var typed = regexp.MustCompile(`(?m)^\s*(?:[A-Z_]+=\S+ )?(?:echo .* \| )?(?:\./)?(?:cathedral|openssl|go (?:build|run|test|doc))(?: |$)`)

// readAll follows the document from its beginning to its end.
func (r *documentReader) readAll() {
	for _, b := range r.Blocks {
		switch {
		case b.Info == "toml":
			r.write("match.toml", b.Text)
			r.readCommands(b.Line, "cathedral match --config match.toml", false)
		case b.Info == "sh":
			r.readCommands(b.Line, b.Text, false)
		}
	}
	r.spans(func(line int, code string) {
		if typed.MatchString(code) {
			r.readCommands(line, code, true)
		}
	})
}

// write writes a file into the reader's folder.
func (r *documentReader) write(name, text string) {
	if err := os.WriteFile(filepath.Join(r.folder, name), []byte(text), 0o644); err != nil {
		r.Fatal(err)
	}
}

// readCommands reads the commands in a text. In a mention, such as "cathedral match --listen",
// arguments and values may be missing.
func (r *documentReader) readCommands(line int, text string, mention bool) {
	if _, err := os.Stat(filepath.Join(r.folder, "cathedral")); err != nil {
		os.Symlink(filepath.Join(r.programs, "cathedral"), filepath.Join(r.folder, "cathedral"))
	}
	if mention {
		text = strings.NewReplacer("…", "", "<", "", ">", "").Replace(text)
	}
	os.Remove(r.calls)
	shell := exec.Command("/bin/sh", "-e", "-c", text)
	shell.Dir, shell.Env = r.folder, []string{"PATH=" + r.programs}
	if output, err := shell.CombinedOutput(); err != nil {
		r.fault(line, "%s: %v\n%s", text, err, output)
		return
	}
	notes, _ := os.ReadFile(r.calls)
	calls := strings.Split(string(notes), "\036")
	for _, call := range calls[:len(calls)-1] {
		words := strings.Split(strings.TrimSuffix(call, "\037"), "\037")
		switch {
		case words[0] == "cathedral":
			r.readCommand(line, words[1:], mention)
		case words[0] == "go" && len(words) > 2 && words[1] == "run":
			if words[2] != "./cmd/cathedral" {
				r.fault(line, "%q: no such program", words)
			}
			r.readCommand(line, words[3:], mention)
		case words[0] == "go":
			r.readGoCommand(line, words[1:])
		}
	}
	r.read += len(calls) - 1
}

// readCommand checks a call of the program: that there is such a command, and that
// it takes these flags and arguments together.
func (r *documentReader) readCommand(line int, arguments []string, mention bool) {
	called := "cathedral " + strings.Join(arguments, " ")
	cmd, rest, err := newRootCommand(commandtest.Factory("", io.Discard), &profiler{}).Find(arguments)
	if err != nil {
		r.fault(line, "%s: %v", called, err)
		return
	}
	cmd.SetContext(context.Background()) // for files that a check of flags reads
	cmd.InitDefaultHelpFlag()
	cmd.InitDefaultVersionFlag()
	err = cmd.ParseFlags(rest)
	var valueless *pflag.ValueRequiredError
	switch {
	case errors.Is(err, pflag.ErrHelp), mention && errors.As(err, &valueless):
		return
	case err == nil && (!mention || cmd.HasSubCommands()):
		err = cmd.ValidateArgs(cmd.Flags().Args())
		if err == nil && cmd.PreRunE != nil { // the rules of the flags
			if file, err := cmd.Flags().GetString("config"); err == nil && file != "" { // which is read
				cmd.Flags().Set("config", filepath.Join(r.folder, file))
			}
			err = cmd.PreRunE(cmd, cmd.Flags().Args())
		}
	}
	if err != nil {
		r.fault(line, "%s: %v", called, err)
	}
	if cmd.CommandPath() == "cathedral check" && (cmd.Flags().Changed("list") || cmd.Flags().Changed("show")) {
		if err := cmd.RunE(cmd, nil); err != nil { // at once
			r.fault(line, "%s: %v", called, err)
		}
	}
}

// readGoCommand checks that the packages of a go command exist, and with -run or -bench the
// tests: each alternative of the pattern is part of the name of one.
func (r *documentReader) readGoCommand(line int, words []string) {
	var pattern, code string
	for i, word := range words {
		if local, isLocal := strings.CutPrefix(word, "./"); isLocal {
			folder := strings.TrimSuffix(strings.TrimSuffix(local, "..."), "/")
			if info, err := os.Stat(filepath.Join(top, folder)); err != nil || !info.IsDir() {
				r.fault(line, "go %s: there is no folder %s", strings.Join(words, " "), folder)
			}
			tests, _ := filepath.Glob(filepath.Join(top, folder, "*_test.go"))
			for _, file := range tests {
				text, err := os.ReadFile(file)
				if err != nil {
					r.Fatal(err)
				}
				code += string(text)
			}
		} else if i > 0 && (words[i-1] == "-run" || words[i-1] == "-bench") && word != "^$" && word != "." {
			pattern += "|" + word
		}
	}
	for part := range strings.SplitSeq(strings.TrimPrefix(pattern, "|"), "|") {
		if part != "" && !regexp.MustCompile(`(?m)^func (?:Test|Benchmark|Example|Fuzz)\w*`+part).MatchString(code) {
			r.fault(line, "go %s: no test is called %s", strings.Join(words, " "), part)
		}
	}
}
