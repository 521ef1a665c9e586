package match

import "testing"

func TestEverybodyMeetsInPairsWithSidesSwapped(t *testing.T) {
	for _, test := range []struct {
		players  int
		gauntlet bool
		games    int
		want     int
	}{
		{2, false, 1, 1}, {2, false, 100, 100}, {3, false, 4, 12}, {5, false, 3, 30}, {5, true, 6, 24}, {2, true, 2, 2},
	} {
		s := newSchedule(test.players, test.gauntlet, test.games)
		list := s.fixtures()
		if len(list) != test.want || s.total() != test.want {
			t.Errorf("%+v: %d games, %d in total, want %d", test, len(list), s.total(), test.want)
		}
		rounds, met := map[string]bool{}, map[[2]int]int{}
		byPair := map[int][]fixture{}
		for _, f := range list {
			if rounds[f.String()] {
				t.Errorf("%+v: round %s appears twice", test, f)
			}
			rounds[f.String()] = true
			met[[2]int{min(f.player[0], f.player[1]), max(f.player[0], f.player[1])}]++
			byPair[f.pair] = append(byPair[f.pair], f)
			if test.gauntlet && f.player[0] != 0 && f.player[1] != 0 {
				t.Errorf("%+v: %v meet", test, f.player)
			}
		}
		for pairing, games := range met {
			if games != test.games {
				t.Errorf("%+v: %v meet %d times", test, pairing, games)
			}
		}
		for pair, games := range byPair {
			if len(games) == 2 && (games[0].player[0] != games[1].player[1] || games[0].player[1] != games[1].player[0] || games[0].round != games[1].round) {
				t.Errorf("%+v: pair %d is %+v", test, pair, games)
			}
		}
	}
}

func TestMoreGamesOnlyAddGames(t *testing.T) {
	few, many := newSchedule(4, false, 10), newSchedule(4, false, 20)
	long := many.fixtures()
	for i, f := range few.fixtures() {
		if long[i] != f {
			t.Fatalf("game %d is %+v and with more games %+v", i, f, long[i])
		}
	}
}
