package study

import (
	"fmt"
	"strings"
)

// markdown is a Markdown table, whose first row is its header, perhaps after a text.
type markdown struct {
	text strings.Builder
	rows int
}

// row adds a row to the table.
func (m *markdown) row(cells ...string) {
	fmt.Fprintf(&m.text, "| %s |\n", strings.Join(cells, " | "))
	if m.rows++; m.rows == 1 {
		m.text.WriteString(strings.Repeat("|---", len(cells)) + "|\n")
	}
}

// String returns the text.
func (m *markdown) String() string { return m.text.String() }

// The generated tables of a document stand between such lines; %s is the name of a table.
const (
	tableBegin = "<!-- study: %s -->\n"
	tableEnd   = "<!-- end of study -->\n"
)

// ReplaceTables returns a document with the tables between its marks replaced by those of
// the same name. Tables that it has no marks for are left out; but if it has no marks at all,
// all tables are added at the end, with marks.
func ReplaceTables(document string, tables []Table) (string, error) {
	marked := strings.Contains(document, tableEnd)
	for _, table := range tables {
		begin := fmt.Sprintf(tableBegin, table.Name)
		generated := begin + table.Text + tableEnd
		before, rest, found := strings.Cut(document, begin)
		if !found && marked {
			continue
		}
		if !found {
			if document != "" {
				document = strings.TrimRight(document, "\n") + "\n\n"
			}
			document += generated
			continue
		}
		_, after, closed := strings.Cut(rest, tableEnd)
		if !closed {
			return "", fmt.Errorf("%q has no %q after it", strings.TrimSpace(begin), strings.TrimSpace(tableEnd))
		}
		document = before + generated + after
	}
	return document, nil
}
