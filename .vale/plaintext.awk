# Writes Markdown and Go files into the folder TO as vale has to read them: line by line the
# same, but so that it finds the sentences. Vale joins comments behind the lines of a
# declaration into one text if they stand in the same column, so every other one moves. It
# takes the output of an example for a comment, and the full stop of "README.md." for a part
# of the name. It does not read strings, so those outside tests become comments.
FNR == 1 { close(copy); copy = TO "/" FILENAME; output = raw = 0; code = FILENAME ~ /\.go$/ && FILENAME !~ /_test\.go$/ }
/^\t*\/\/ (Unordered output|Output):/ { output = 1 }
!/^\t*\/\// { output = 0 }
output { print "//" > copy; next }
code && raw { # the lines of a help text; those of an example begin with a space
	raw = !/`/
	sub(/`.*/, "")
	$0 = "//" (/^[ \t]/ ? "" : " " $0)
}
code && !raw && !/^\t*\/\// {
	line = $0
	texts = ""
	while (match(line, /"([^"\\]|\\.)*"/)) {
		text = substr(line, RSTART + 1, RLENGTH - 2)
		line = substr(line, 1, RSTART - 1) substr(line, RSTART + RLENGTH)
		if (text ~ /[a-z,:] [a-z]+ /) texts = texts " " text "."
	}
	gsub(/`[^`]*`/, "", line)
	raw = sub(/Long: *`/, "// ", line)
	if (raw) $0 = line
	else if (texts != "") $0 = line (line ~ /[ \t]\/\/ / ? "." : " //") texts
}
FILENAME ~ /\.go$/ && FNR % 2 && /[^ \t].*[ \t]\/\/ / { sub(/\/\/ /, " &") }
{ gsub(/\.(md|go|js|py|txt)\>/, ""); print > copy }
