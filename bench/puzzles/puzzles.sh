#!/bin/sh
# Makes puzzles for the page: has the engine play games, finds puzzles in them, rates these and
# writes them to files that end in rated.txt. Those that are like none in
# cmd/internal/serve/page/modes/puzzles.txt are appended to it, so that each keeps its number. It
# takes hours; run again, it continues. The page also has puzzles of older games, and with the theme
# shutout some of two moves of the engine and a random one of Light, rated in the same way.

find() { # find RULES SEED GAMES FLAG...
  rules=$1 seed=$2 games=$3; shift 3
  cathedral tune games --rules $rules --seed $seed --games $games "$@" $rules-$seed-games.txt
  cathedral puzzles --rules $rules --per-game 3 --out $rules-$seed-found.txt $rules-$seed-games.txt
  cathedral puzzles --rate --short $rules-$seed-found.txt > $rules-$seed-rated.txt
}

find classic 20261140 5000
find classic 20261127 2400
find classic 20261132 500
find mattel 46 900 --nodes 600 --late 0 --asides 0
find woods 46 900 --nodes 600 --late 0 --asides 0
