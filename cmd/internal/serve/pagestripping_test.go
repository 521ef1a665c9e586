package serve_test

import (
	"testing"

	"cathedral/cmd/internal/serve"
)

func TestStripped(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"a.js", "// one\ncode(); // goes\n  // two\nmore();\n", "\ncode();\n\nmore();\n"},
		{"a.js", "/** One line. */\nconst a = 1;\n/**\n * More\n * lines.\n */\nconst b = 2;", "\nconst a = 1;\n\n\n\n\nconst b = 2;"},
		{"a.js", "/* before */ code();", "/* before */ code();"},
		{"a.js", "/*! the licence */\n/*!\n * stays\n */", "/*! the licence */\n/*!\n* stays\n*/"},
		{"a.js", "if (a) {\n  b();\n\tc(); \n}\n", "if (a) {\nb();\nc();\n}\n"},
		{"a.js", `accept: "text/*", // ends here` + "\nx();", `accept: "text/*",` + "\nx();"},
		{"a.js", `a = "one // two";` + "\nb = /one // two/;\nc = 'one // two';\nd = `one // two`;", `a = "one // two";` + "\nb = /one // two/;\nc = 'one // two';\nd = `one // two`;"},
		{"a.js", "a(); // it's \"quoted\"\nb(); //no comment", "a(); // it's \"quoted\"\nb(); //no comment"},
		{"a.css", "/* one\n   two */\na { b: c; } /* stays */\n// no comment", "\n\na { b: c; } /* stays */\n// no comment"},
		{"a.css", "@media (max-width: 640px) { a { margin: -8px 0.5px; top: calc(4px - 1dvh); } }", "@media (max-width: 40rem) { a { margin: -0.5rem 0.03125rem; top: calc(0.25rem - 1dvh); } }"},
		{"a.css", ".of-a-drawing { font: 400 28px serif; width: 16px; font-size: 26px; }", ".of-a-drawing { font: 400 28px serif; width: 1rem; font-size: 26px; }"},
		{"a.html", "// one\n/* two */", "// one\n/* two */"},
	} {
		if got := string(serve.Stripped(test.name, []byte(test.text))); got != test.want {
			t.Errorf("%s: %q is stripped to %q, want %q", test.name, test.text, got, test.want)
		}
	}
}
