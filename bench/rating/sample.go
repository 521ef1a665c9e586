package rating

// Sample holds the results of one party, a player or a side: its pairs, its games
// without a partner, and the margins of the games that have one.
type Sample struct {
	Pairs   Pentanomial
	Singles Count
	Margins Margins
}

// Games returns the number of games.
func (s *Sample) Games() int { return 2*s.Pairs.Pairs() + s.Singles.Games() }

// Points returns the score: one point for each win and half a point for each draw.
func (s *Sample) Points() float64 { return s.Pairs.Points() + s.Singles.Points() }

// Reverse returns the sample of the other party.
func (s *Sample) Reverse() Sample {
	return Sample{Pairs: s.Pairs.Reverse(), Singles: s.Singles.Reverse(), Margins: s.Margins.reverse()}
}

// Plus returns the sum of s and o.
func (s *Sample) Plus(o *Sample) Sample {
	sum := *s
	for i, count := range o.Pairs {
		sum.Pairs[i] += count
	}
	sum.Singles = sum.Singles.Plus(o.Singles)
	sum.Margins = sum.Margins.plus(o.Margins)
	return sum
}

// observations returns the number of independent observations: pairs, and games
// without a partner.
func (s *Sample) observations() int { return s.Pairs.Pairs() + s.Singles.Games() }

// gamesEach returns the number of games of one more observation: that of a pair if there are any.
func (s *Sample) gamesEach() float64 {
	if s.Pairs.Pairs() > 0 {
		return 2
	}
	return 1
}

// scatter returns the sum, over the observations, of the squared differences between
// the points and the points expected at the given score per game.
func (s *Sample) scatter(score float64) float64 {
	sum := 0.0
	for i, count := range s.Pairs {
		sum += float64(count) * square(float64(i)/2-2*score)
	}
	for i, count := range s.Singles.HalfPoints() {
		sum += float64(count) * square(float64(i)/2-score)
	}
	return sum
}

// Margins holds sums of final margins, in squares, for one party.
type Margins struct {
	Pairs   Sums // of the margins of both games of a pair together
	Singles Sums // of games whose partner is missing or has no margin
}

// Sums holds the count, the sum and the sum of squares of whole numbers.
type Sums struct{ Count, Sum, Squares int }

// add adds a value times times. If times is negative, it removes the value.
func (s *Sums) add(value, times int) {
	s.Count += times
	s.Sum += times * value
	s.Squares += times * value * value
}

func (s Sums) plus(o Sums) Sums {
	return Sums{s.Count + o.Count, s.Sum + o.Sum, s.Squares + o.Squares}
}

// scatter returns the sum of the squared differences from value.
func (s Sums) scatter(value float64) float64 {
	return float64(s.Squares) - 2*value*float64(s.Sum) + float64(s.Count)*value*value
}

// Games returns the number of games that have a margin.
func (m Margins) Games() int { return 2*m.Pairs.Count + m.Singles.Count }

func (m Margins) plus(o Margins) Margins {
	return Margins{m.Pairs.plus(o.Pairs), m.Singles.plus(o.Singles)}
}

func (m Margins) reverse() Margins {
	m.Pairs.Sum, m.Singles.Sum = -m.Pairs.Sum, -m.Singles.Sum
	return m
}

func square(x float64) float64 { return x * x }
