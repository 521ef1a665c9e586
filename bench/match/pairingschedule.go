package match

import "fmt"

// schedule is the games of a match in the order in which they begin. Two players
// meet in pairs of games from the same opening with sides swapped, and all who
// are to meet do so once before any meet again. So the number of a game does not
// change when more games are asked for, and at any time everybody has played
// about as much.
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
	pair   int    // of games, counted from 0 through the schedule
	game   int    // 0 or 1: within the pair
	round  int    // which opening, counted from 0
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

// String returns the game's number as in the tag Round: the pair's and the game's
// within it, both counted from 1.
func (f fixture) String() string { return fmt.Sprintf("%d.%d", f.pair+1, f.game+1) }
