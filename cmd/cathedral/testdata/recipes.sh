# Begins the shell that runs the recipes of a document in an empty folder: see recipes.txt.
set -e
for folder in bench search .ci protocol/skeletons/engine.py; do cp -r "$source/$folder" .; done
mkdir bin
PATH=$PWD/bin:$PATH

# The engines of the recipes.
for engine in new old mine; do printf '#!/bin/sh\nexec cathedral\n' >$engine; done

# A program of another module, which plays a game to its end and writes it.
mkdir program
cat >program/main.go <<'END'
package main

import (
	"context"
	"os"

	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/protocol"
	"cathedral/search"
)

func main() {
	searcher, err := search.New(1)
	if err != nil {
		panic(err)
	}
	position, choose := engine.Start(engine.Rules{}), protocol.Greedy(1)
	game := record.New(position)
	for !position.Over() {
		move := choose(&position)
		if position.Side() == engine.Dark {
			move = searcher.Search(context.Background(), &position, search.Limits{Nodes: 100}, search.DefaultOptions(), nil).Best
		}
		game.Moves = append(game.Moves, record.Move{Move: move})
		position = position.Play(move)
	}
	if err := game.Write(os.Stdout); err != nil {
		panic(err)
	}
}
END

# The browser, which notes the address.
for browser in xdg-open open; do printf '#!/bin/sh\necho "$1" >opened\n' >bin/$browser; done

# The program of the tests stands for those that a recipe builds.
cat >bin/go <<'END'
#!/bin/sh
case "$1 $2" in
"build "*) ln -sf "$(command -v cathedral)" cathedral ;;
"run ./cmd/cathedral") shift 2 && exec cathedral "$@" ;;
*) PATH=${PATH#*:} exec go "$@" ;;
esac
END
chmod +x new old mine bin/*

# behind starts a program, serves runs one until it has opened the browser, and works runs one
# until those behind it have ended.
trap 'kill $running 2>/dev/null || :' EXIT
trap 'exit 1' INT
behind() { "$@" & running="$running $!"; }
serves() {
	rm -f opened
	behind "$@"
	until [ -s opened ]; do
		kill -0 $running
		sleep 0.05
	done
	kill $running
	wait $running || :
	running=
}
works() {
	others=$running
	behind "$@"
	wait $others
	kill $!
	wait $! || :
	running=
}
