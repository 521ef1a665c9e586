# Writes Markdown and Go files into the folder TO as vale has to read them: line by line the
# same, but so that it finds the sentences. Vale joins comments behind the lines of a
# declaration into one text if they stand in the same column, so every other one moves. It
# takes the output of an example for a comment, and the full stop of "README.md." for a part
# of the name.
FNR == 1 { close(copy); copy = TO "/" FILENAME; output = 0 }
/^\t*\/\/ (Unordered output|Output):/ { output = 1 }
!/^\t*\/\// { output = 0 }
output { print "//" > copy; next }
FILENAME ~ /\.go$/ && FNR % 2 && /[^ \t].*[ \t]\/\/ / { sub(/\/\/ /, " &") }
{ gsub(/\.(md|go|js|py|txt)\>/, ""); print > copy }
