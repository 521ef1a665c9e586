package tune

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"
	"gonum.org/v1/gonum/stat"

	"cathedral/bench/rating"
	"cathedral/search"
)

// Guess is the engine's score of a position, with the margin of its game.
type Guess struct {
	Ply    int
	Score  float64 // squares, for the side to move
	Margin int     // final, for the side to move, in squares
}

// NewGuess returns the guess of a moment, which must have a margin.
func NewGuess(moment *Moment) Guess {
	return Guess{moment.Position.Ply(), float64(moment.Centi) / 100, moment.Margin}
}

// Chances is a model of the results of games: an ordered logistic regression (McCullagh,
// Regression Models for Ordinal Data, 1980). For a score x at a ply,
//
//	P(win)  = s((+x - draw) / spread)
//	P(loss) = s((-x - draw) / spread)        s(z) = 1 / (1 + exp(-z))
//
// and the rest is the probability of a draw. The logarithms of draw and spread are
// polynomials in the ply, so both are positive and a draw is always possible.
type Chances struct {
	Draw, Spread [terms]float64 // coefficients of the powers of plyUnit(ply), lowest first
	// First and Last are the first and the last ply of the fit. Beyond them the model
	// is constant.
	First, Last int
}

// terms is the number of coefficients of a polynomial. A third one lowers the log loss by
// only 0.0002, and makes the curve turn upwards at the last plies, which few games reach.
const terms = 2

// plyUnit maps plies to numbers around 1, so that the coefficients are of similar size.
func plyUnit(ply int) float64 { return float64(ply-8) / 8 }

func polynomial(coefficients [terms]float64, x float64) float64 {
	sum := 0.0
	for i := terms - 1; i >= 0; i-- {
		sum = sum*x + coefficients[i]
	}
	return sum
}

// At returns the model's two parameters at a ply, in squares.
func (c *Chances) At(ply int) (draw, spread float64) {
	x := plyUnit(min(max(ply, c.First), c.Last))
	return math.Exp(polynomial(c.Draw, x)), math.Exp(polynomial(c.Spread, x))
}

// Of returns the chances of a win, a draw and a loss at a ply with a score, in squares, both
// for the side to move.
func (c *Chances) Of(ply int, score float64) (win, draw, loss float64) {
	width, spread := c.At(ply)
	win, loss = logistic((score-width)/spread), logistic((-score-width)/spread)
	return win, 1 - win - loss, loss
}

func logistic(z float64) float64 { return 1 / (1 + math.Exp(-z)) }

// LogLoss returns the mean negative logarithm of the probability that the model gives to
// the actual results of guesses. A perfect prediction has log loss 0.
func (c *Chances) LogLoss(guesses []Guess) float64 {
	sum := 0.0
	for _, guess := range guesses {
		draw, spread := c.At(guess.Ply)
		u, v := (guess.Score-draw)/spread, (-guess.Score-draw)/spread
		switch {
		case guess.Margin > 0:
			sum += softplus(-u)
		case guess.Margin < 0:
			sum += softplus(-v)
		default: // 1 - s(u) - s(v), written without cancellation
			sum += softplus(u) + softplus(v) - math.Log(-math.Expm1(-2*draw/spread))
		}
	}
	return sum / float64(max(1, len(guesses)))
}

// softplus returns the logarithm of 1 + exp(z), whose derivative is the logistic
// function.
func softplus(z float64) float64 { return max(z, 0) + math.Log1p(math.Exp(-math.Abs(z))) }

// FitChances returns the model under which the guesses' results are most likely.
func FitChances(guesses []Guess) (Chances, error) {
	if games := resultsOf(guesses); games.Wins == 0 || games.Draws == 0 || games.Losses == 0 {
		return Chances{}, errors.New("too few games: the model needs wins, draws and losses")
	}
	first, last := guesses[0].Ply, guesses[0].Ply
	for _, guess := range guesses {
		first, last = min(first, guess.Ply), max(last, guess.Ply)
	}
	model := func(x []float64) Chances {
		return Chances{[terms]float64(x[:terms]), [terms]float64(x[terms:]), first, last}
	}
	pull := chancesRidge / float64(len(guesses))
	problem := optimize.Problem{
		Func: func(x []float64) float64 {
			c := model(x)
			return c.LogLoss(guesses) + pull/2*floats.Dot(x, x)
		},
		Grad: func(gradient, x []float64) {
			c := model(x)
			c.gradient(gradient, guesses)
			floats.AddScaled(gradient, pull, x)
		},
	}
	found, err := optimize.Minimize(problem, make([]float64, 2*terms), &optimize.Settings{GradientThreshold: 1e-6}, &optimize.BFGS{})
	if err != nil {
		return Chances{}, fmt.Errorf("fitting the chances: %w", err)
	}
	return model(found.X), nil
}

// chancesRidge pulls the coefficients towards 0, where draw and spread are one square at
// all plies, about as strongly as one guess. Among thousands of guesses that is
// negligible; with a handful it keeps the coefficients finite.
const chancesRidge = 1

// gradient sets gradient to the derivatives of the log loss by the coefficients.
func (c *Chances) gradient(gradient []float64, guesses []Guess) {
	clear(gradient)
	for _, guess := range guesses {
		draw, spread := c.At(guess.Ply)
		u, v := (guess.Score-draw)/spread, (-guess.Score-draw)/spread
		// The derivatives of the loss by u, by v, and by the logarithm of draw/spread
		// in the last term of a draw's loss.
		var byU, byV, byRatio float64
		switch {
		case guess.Margin > 0:
			byU = -logistic(-u)
		case guess.Margin < 0:
			byV = -logistic(-v)
		default:
			ratio := 2 * draw / spread
			byU, byV, byRatio = logistic(u), logistic(v), ratio*math.Exp(-ratio)/math.Expm1(-ratio)
		}
		byDraw := byRatio - (byU+byV)*draw/spread
		bySpread := -byRatio - byU*u - byV*v
		power, x := 1/float64(len(guesses)), plyUnit(guess.Ply)
		for i := range terms {
			gradient[i] += byDraw * power
			gradient[terms+i] += bySpread * power
			power *= x
		}
	}
}

// resultsOf counts the results of the guesses' games for the side to move.
func resultsOf(guesses []Guess) (games rating.Count) {
	for _, guess := range guesses {
		games.AddMargin(float64(guess.Margin))
	}
	return games
}

// FrequencyLogLoss returns the log loss, on guesses, of a prediction that ignores the score
// and always gives the frequencies of the results.
func FrequencyLogLoss(guesses []Guess) float64 {
	games := resultsOf(guesses)
	frequencies := make([]float64, 0, 3)
	for _, count := range games.HalfPoints() {
		frequencies = append(frequencies, float64(count)/float64(max(1, len(guesses))))
	}
	return stat.Entropy(frequencies)
}

// CurrentLogLoss returns the log loss of the engine's current model on guesses.
func CurrentLogLoss(guesses []Guess) float64 {
	sum := 0.0
	for _, guess := range guesses {
		score := search.Score{Centi: int(math.Round(100 * guess.Score))}
		win, draw, loss := score.WDL(guess.Ply)
		chance := [...]int{loss, draw, win}[1+cmp.Compare(guess.Margin, 0)]
		sum -= math.Log(max(float64(chance)/1000, 0.0005)) // a smaller chance is rounded to 0
	}
	return sum / float64(max(1, len(guesses)))
}
