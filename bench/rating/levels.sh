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

for players in '194 random' '329 194 random' '555 329 194' '734 555 329' '882 largest' '882 734 555' '995 882 largest' \
    '1107 995 882' '1220 1107 995' '1332 1220 1107' '1445 1332 1220' '1557 1445 1332' '1670 1557 1445' '1782 1670 1557' \
    '1895 1782 1670' '2007 1895' '2120 2007'; do
  measure 600 $players
done
measure 300 2007 1782
measure 300 2120 1895
cathedral rate levels-*.txt

# Full strength against the strongest level.
cathedral match --engine "name=full cmd=builtin:engine option.Hash=64 nodes=500000" --engine "$(level 2120) nodes=1000000" \
  --games 60 --margin 60000 --seed 1
