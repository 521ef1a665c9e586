#!/bin/sh
# Makes the page's puzzles, cmd/internal/serve/page/modes/puzzles.txt: has the engine play games,
# finds puzzles in them, rates these and prints them, the easiest first. The page also has puzzles
# of older games. It takes hours; run again, it continues.

find() { # find RULES GAMES FLAG...
  rules=$1 games=$2; shift 2
  cathedral tune games --rules $rules --games $games "$@" $rules-games.txt
  cathedral puzzles --rules $rules --per-game 3 --out $rules-found.txt $rules-games.txt
}

find classic 5000 --seed 20261140
find mattel 900 --nodes 600 --late 0 --asides 0 --seed 46
find woods 900 --nodes 600 --late 0 --asides 0 --seed 46
{
  cathedral puzzles --rate --short --per-grade 120 classic-found.txt
  cathedral puzzles --rate --short --per-grade 25 mattel-found.txt
  cathedral puzzles --rate --short --per-grade 25 woods-found.txt
} | LC_ALL=C sort > puzzles.txt
