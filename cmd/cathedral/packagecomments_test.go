package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cathedral/engine/enginetest"
)

// goFiles parses the Go files of the source tree, tests apart unless tests is true, and
// calls visit for each.
func goFiles(t *testing.T, tests bool, visit func(path string, set *token.FileSet, file *ast.File)) {
	t.Helper()
	err := filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
		name := entry.Name()
		switch {
		case err != nil:
			return err
		case entry.IsDir() && path != top && (strings.HasPrefix(name, ".") || name == "testdata"):
			return fs.SkipDir
		case entry.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") != tests:
			return nil
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		visit(path, set, file)
		return nil
	})
	enginetest.Must(t, err)
}

// The code in a package's comment is compiled: each of its lines stands in an example.
func TestCodeInPackageCommentsIsThatOfExamples(t *testing.T) {
	examples := map[string]string{} // by folder
	goFiles(t, true, func(path string, _ *token.FileSet, _ *ast.File) {
		if strings.Contains(filepath.Base(path), "example") {
			text, err := os.ReadFile(path)
			enginetest.Must(t, err)
			examples[filepath.Dir(path)] += string(text)
		}
	})
	withCode := map[string]bool{"engine": false, "record": false, "search": false, "protocol": false}
	goFiles(t, false, func(path string, _ *token.FileSet, file *ast.File) {
		folder := filepath.Dir(path)
		for line := range strings.Lines(file.Doc.Text()) {
			code, indented := strings.CutPrefix(line, "\t")
			code = strings.TrimSpace(code)
			if _, asked := withCode[file.Name.Name]; !indented || !asked {
				continue
			}
			withCode[file.Name.Name] = true
			if !strings.Contains(examples[folder], code+"\n") {
				t.Errorf("%s: no example has the line %q", path, code)
			}
		}
	})
	for name, shown := range withCode {
		if !shown {
			t.Errorf("the comment of package %s shows no code", name)
		}
	}
}

// In each part of the source, nine of ten exported functions and methods with parameters name
// one in their comment, which says what it is for. With -v the test lists the others.
func TestCommentsNameParameters(t *testing.T) {
	type count struct{ all, naming int }
	parts := map[string]*count{"engine": {}, "search": {}, "protocol": {}, "bench": {}, "cmd": {}}
	goFiles(t, false, func(path string, set *token.FileSet, file *ast.File) {
		path, err := filepath.Rel(top, path)
		enginetest.Must(t, err)
		part, _, _ := strings.Cut(filepath.ToSlash(path), "/")
		for _, declared := range file.Decls {
			function, isFunction := declared.(*ast.FuncDecl)
			if !isFunction || !function.Name.IsExported() || !ast.IsExported(receiver(function)) {
				continue
			}
			names := parameters(function)
			if len(names) == 0 {
				continue
			}
			parts[part].all++
			if slices.ContainsFunc(names, func(name string) bool {
				return regexp.MustCompile(`\b` + name + `\b`).MatchString(function.Doc.Text())
			}) {
				parts[part].naming++
			} else {
				t.Logf("%s:%d: the comment of %s names none of %s", filepath.ToSlash(path), set.Position(function.Pos()).Line, function.Name.Name, strings.Join(names, ", "))
			}
		}
	})
	for part, found := range parts {
		const wanted = 0.9
		if float64(found.naming) < wanted*float64(found.all) || found.all < 10 {
			t.Errorf("%s: %d of %d comments name a parameter", part, found.naming, found.all)
		}
	}
}

// receiver returns the name of the type that a method belongs to, or that of a function.
func receiver(function *ast.FuncDecl) string {
	if function.Recv == nil {
		return function.Name.Name
	}
	name := ""
	ast.Inspect(function.Recv.List[0].Type, func(node ast.Node) bool {
		if identifier, found := node.(*ast.Ident); found && name == "" {
			name = identifier.Name
		}
		return name == ""
	})
	return name
}

// parameters returns the names of a function's parameters, "_" apart.
func parameters(function *ast.FuncDecl) []string {
	var names []string
	for _, field := range function.Type.Params.List {
		for _, name := range field.Names {
			if name.Name != "_" {
				names = append(names, name.Name)
			}
		}
	}
	return names
}
