package ordering

// defaultRankWeights is the ranking of moves that the engine searches with. Its numbers were fitted
// to 6,001 choices in games of 1,500 nodes a move, then to 1,515 choices of 60,000 nodes. The model is a
// multinomial logit (McFadden, Conditional Logit Analysis of Qualitative Choice Behavior, 1974);
// commit 2341ef7 has the command, `tune ranking`. E180.
var defaultRankWeights = rankWeights{
	{-3404, -2736}, // tavern
	{-1366, -2043}, // stable
	{-151, 2269},   // inn
	{837, 1156},    // bridge
	{4021, 5680},   // square
	{2822, 3503},   // manor
	{5466, 3205},   // abbey
	{7417, 2791},   // tower
	{9944, 3746},   // infirmary
	{6727, 2437},   // castle
	{8757, 1232},   // academy
	{-580, 710},    // covers own pocket
	{31, -340},     // covers enemy's pocket
	{-446, 459},    // covers own wide pocket
	{-116, -43},    // covers enemy's wide pocket
	{-230, 13},     // covers own influence
	{114, -408},    // covers enemy's influence
	{-1352, -1534}, // covers own territory
	{314, -131},    // covers edge
	{1026, -993},   // covers second ring
	{913, -821},    // covers third ring
	{-552, 648},    // covers fourth ring
	{74, 108},      // covers near last building
	{94, 93},       // covers off last building
	{183, 550},     // covers near Cathedral
	{100, -150},    // covers beside own wall
	{748, 787},     // covers beside enemy's wall
	{-1575, 648},   // covers at own corner
	{696, -83},     // covers at enemy's corner
	{407, 228},     // covers near own lone building
	{175, 320},     // covers near enemy's lone building
	{-1658, -349},  // covers own gains
	{-321, 237},    // covers moves that gain
	{-323, 680},    // covers enemy's moves that gain
	{-493, 410},    // touches own wall
	{-847, 567},    // touches enemy's wall
	{-711, 493},    // touches Cathedral
	{-653, -531},   // touches own territory
	{-78, 920},     // touches own lone building
	{-18, 315},     // touches enemy's lone building
	{151, 82},      // touches own pocket
	{34, -105},     // touches enemy's pocket
	{-320, 302},    // touches last building
	{-113, 521},    // touches own influence
	{-133, 492},    // touches enemy's influence
	{3105, -1054},  // joins own wall
	{1033, 804},    // joins own wall at the edge
	{-3092, -2570}, // fills own territory
	{-2536, 1398},  // gains
	{-407, 635},    // gains few squares
	{670, 791},     // gains squares
	{276, 166},     // parries squares
}
