package match

import "fmt"

// schedule lists the games of a match in the order in which they begin. Two players
// meet in pairs of games from the same opening with sides swapped. Each pairing plays
// a pair in every round. So the number of a game does not change when the match is
// extended, and at any time all players have played about the same number of games.
type schedule struct {
	pairings [][2]int // indexes of players; the first is Light in the first game
	games    int      // of each pairing
}

func newSchedule(players int, gauntlet bool, games int) schedule {
	s := schedule{games: games}
	for first := range players {
		for second := first + 1; second < players; second++ {
			s.pairings = append(s.pairings, [2]int{first, second})
		}
		if gauntlet {
			break
		}
	}
	return s
}

// fixture is a game of the schedule.
type fixture struct {
	pair   int    // the number of the pair of games in the schedule, from 0
	game   int    // 0 or 1: within the pair
	round  int    // the number of the opening, from 0
	player [2]int // by side
}

// total returns the number of games.
func (s *schedule) total() int { return s.games * len(s.pairings) }

// fixtures returns all games in their order.
func (s *schedule) fixtures() []fixture {
	list := make([]fixture, 0, s.total())
	for round := range (s.games + 1) / 2 {
		for i, pairing := range s.pairings {
			for game := range min(2, s.games-2*round) {
				list = append(list, fixture{
					pair: round*len(s.pairings) + i, game: game, round: round,
					player: [2]int{pairing[game], pairing[1-game]},
				})
			}
		}
	}
	return list
}

// String returns the value of the tag Round: the number of the pair and that of the
// game in the pair, both from 1.
func (f fixture) String() string { return fmt.Sprintf("%d.%d", f.pair+1, f.game+1) }
