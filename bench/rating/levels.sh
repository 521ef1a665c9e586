#!/bin/sh
# Plays the games from which LEVELS.md rates the levels, and rates them. It takes long; run
# again, it continues. A level is given by its rating.

level() { echo "name=$1 cmd=builtin:engine option.Hash=4 option.UCI_LimitStrength=true option.UCI_Elo=$1"; }

# measure GAMES PLAYER OPPONENT... plays a player against its opponents.
measure() {
  games=$1; shift; record=levels-$1-$2.txt
  for player; do
    case $player in
      [0-9]*) set -- "$@" --engine "$(level $player)" ;;
      *) set -- "$@" --engine "$player" ;;
    esac
    shift
  done
  cathedral match "$@" --gauntlet --games $games --tc nodes=1000000 --margin 60000 --seed 1 --record $record
}

for players in '176 random' '299 176 random' '477 299 176' '694 477 299' '834 largest' '834 694 477' '946 834 largest' \
    '1060 946 834' '1175 1060 946' '1286 1175 1060' '1405 1286 1175' '1515 1405 1286' '1657 1515 1405' '1770 1657 1515' \
    '1882 1770 1657' '2006 1882' '2130 2006'; do
  measure 600 $players
done
measure 300 2006 1770
measure 300 2130 1882
cathedral rate levels-*.txt

# Full strength against the strongest level.
cathedral match --engine "name=full cmd=builtin:engine option.Hash=64 nodes=500000" --engine "$(level 2130) nodes=1000000" \
  --games 60 --margin 60000 --seed 1
