package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// goFiles parses the Go files of the source tree, tests apart unless tests is true, and
// calls visit for each.
func goFiles(t *testing.T, tests bool, visit func(path string, set *token.FileSet, file *ast.File)) {
	t.Helper()
	const top = "../.."
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
	if err != nil {
		t.Fatal(err)
	}
}

// The code in a package's comment is compiled: each of its lines stands in an example.
func TestCodeInPackageCommentsIsThatOfExamples(t *testing.T) {
	examples := map[string]string{} // by folder
	goFiles(t, true, func(path string, _ *token.FileSet, _ *ast.File) {
		if strings.Contains(filepath.Base(path), "example") {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
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
