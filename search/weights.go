// The weights of the evaluation, in the form that "cathedral tune weights" writes.
//
// Fitted to the margins of about 2,700 games of the engine against itself at 2,500
// nodes a move; EXPERIMENTS.md tells what they were worth.

package search

// defaultWeights is the evaluation that the engine plays with.
var defaultWeights = weights{
	moving: [numFeatures]weight{
		unplacedSquares:   {-65, -83},
		unfitSquares:      {-49, -7},
		tightSquares:      {-17, -6},
		roomForLarge:      {10, -1},
		roomForSmall:      {-1, 28},
		territorySquares:  {60, 40},
		spareTerritory:    {-45, -60},
		pocketSquares:     {1, 28},
		widePocketSquares: {-4, 4},
		influencedSquares: {12, -2},
		loneSquares:       {-54, -24},
		hangingSquares:    {62, -87},
		hangingCathedral:  {-70, 27},
	},
	waiting: [numFeatures]weight{
		unplacedSquares:   {-83, -69},
		unfitSquares:      {-26, -29},
		tightSquares:      {10, -36},
		roomForLarge:      {12, -13},
		roomForSmall:      {4, 23},
		territorySquares:  {65, 37},
		spareTerritory:    {-66, -32},
		pocketSquares:     {-3, 24},
		widePocketSquares: {-4, -4},
		influencedSquares: {14, 5},
		loneSquares:       {-25, -74},
		hangingSquares:    {-9, -37},
		hangingCathedral:  {-23, -4},
	},
	tempo: weight{0, 105},
}
