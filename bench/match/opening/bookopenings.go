package opening

import (
	"math/rand/v2"

	"cathedral/engine"
)

// evenOpenings returns the even openings of the recipe's book with the Cathedral on each
// of the places, in a random order that the seed determines. None is a rotation of another.
func (r *Recipe) evenOpenings(places []engine.Move) [][]Opening {
	even := make([][]Opening, len(places))
	for i, place := range places {
		seen := map[uint64]bool{}
		start := engine.Start(engine.Rules{})
		var collect func(moves []engine.Move, position engine.Position)
		collect = func(moves []engine.Move, position engine.Position) {
			if len(moves) > r.Buildings {
				return
			}
			for _, move := range r.Book.Moves(&position) {
				opening := Opening{Start: start, Moves: append(moves[:len(moves):len(moves)], move.Move)}
				key := turnedKey(&opening)
				if seen[key] {
					continue
				}
				seen[key] = true
				if magnitude(move.Centi) <= move.Error {
					even[i] = append(even[i], opening)
				}
				collect(opening.Moves, opening.Position())
			}
		}
		collect([]engine.Move{place}, start.Play(place))
		random := rand.New(rand.NewPCG(r.Seed, uint64(i)<<8|openingStream))
		random.Shuffle(len(even[i]), func(a, b int) { even[i][a], even[i][b] = even[i][b], even[i][a] })
	}
	return even
}

// rounds returns how many openings can be made with the Cathedral on one place at most.
func (r *Recipe) rounds(even [][]Opening) int {
	most := 0
	for _, openings := range even {
		most = max(most, (len(openings)+r.Candidates-1)/r.Candidates)
	}
	return most
}

// bookCandidates returns the candidates of a round, from 0, among the even openings of a
// place, turned at random.
func (r *Recipe) bookCandidates(even []Opening, round int, random *rand.Rand) []Opening {
	begin := min(round*r.Candidates, len(even))
	quarters := random.IntN(4)
	var candidates []Opening
	for _, opening := range even[begin:min(begin+r.Candidates, len(even))] {
		turned := Opening{Start: opening.Start}
		for _, move := range opening.Moves {
			turned.Moves = append(turned.Moves, move.Rotate(quarters))
		}
		candidates = append(candidates, turned)
	}
	return candidates
}
