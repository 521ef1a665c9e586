// The English catalogue. Keys are named VIEW.THING, and stand in the order of the views.
// In texts of index.html, what stands between two asterisks is emphasized.

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** A number of things: "1 square", "3 squares". */
const plural = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;

/** A number of things in words: "one square", "three squares", "13 squares". */
const counted = (number, word) => `${NUMBERS[number] ?? number} ${word}${number === 1 ? "" : "s"}`;

/** A number of squares: "1 square", "2.5 squares". */
const squaresText = (number) => `${number} ${Number(number) === 1 ? "square" : "squares"}`;

/** A proven result from Light's side: "won for Dark". */
const resultText = (verdict) => (verdict === 0 ? "drawn" : `won for ${verdict > 0 ? "Light" : "Dark"}`);

/** The texts, by key: a text with {name} for values, or a function of the values. */
export const ENGLISH = {
  "setup.even": "Begin with an even opening",
  "setup.evenAbout": "The first moves are made for both, and neither side is ahead: the usual start is better for Dark.",
  "games.writing": "Writing games…",
  "games.reading": "Reading games…",
  "games.cancel": "Cancel",
  "games.cancelled": "Cancelled.",
  "games.fault": "line {line}: {error}",
  "games.partFault": "from line {line} on: {error}",
  "share.copyRecord": "Copy record",
  "page.title": "Cathedral",
  "page.skip": "To the board",
  "page.modes": "What to do",
  "page.play": "Play",
  "page.analyse": "Analyse",
  "page.review": "Review",
  "page.watch": "Watch",
  "page.sounds": "Sounds",
  "page.rules": "Rules",
  "page.dark": "Dark theme",
  "page.game": "Game",
  "page.badLink": "The link cannot be read: {error}",

  "dialog.done": "Done",
  "dialog.cancel": "Cancel",

  "side.light": "Light",
  "side.dark": "Dark",

  "building.TA": "tavern",
  "building.ST": "stable",
  "building.IN": "inn",
  "building.BR": "bridge",
  "building.SQ": "square",
  "building.MA": "manor",
  "building.AB": "abbey",
  "building.TO": "tower",
  "building.IF": "infirmary",
  "building.CS": "castle",
  "building.AC": "academy",
  "building.CA": "cathedral",
  "building.the": "the {building}",
  "building.light": "Light's {building}",
  "building.dark": "Dark's {building}",
  "building.cathedral": "the Cathedral",

  "player.person": "Person",
  "player.you": "you",

  // the board and the hands
  "board.name": "Board",
  "board.role": "board",
  "board.help": "Arrow keys move the building, R turns it, B takes the next one, Enter places it, Escape puts it back. "
    + "The Tab key goes on to the squares, to read them one by one.",
  "board.city": "The city. {light}; {dark}.",
  "board.cityAndMove": "The city. {light}; {dark}. Last move {move}.",
  "board.light": ({ buildings, squares }) => `Light: ${plural(buildings, "building")}, ${plural(squares, "square")} of territory`,
  "board.dark": ({ buildings, squares }) => `Dark: ${plural(buildings, "building")}, ${plural(squares, "square")} of territory`,
  "square.grid": "Squares: arrow keys go through them, Enter brings the building there",
  "square.empty": "{square}, empty",
  "square.building": "{square}, {building}",
  "square.light": "{square}, Light's territory",
  "square.dark": "{square}, Dark's territory",

  "hand.light": "Light's buildings",
  "hand.dark": "Dark's buildings",
  "hand.player": "{side} · {name}",
  "hand.building": ({ building, count }) => `${building}, ${count} left`,
  "hand.size": ({ building, squares }) => `${building}: ${plural(squares, "square")}`,
  "hand.left": "{squares} left",
  "hand.leftMeans": ({ squares }) => `${plural(squares, "square")} of buildings to place; fewer wins`,

  // placing a building
  "placing.tools": "Placing",
  "placing.turnLeft": "Turn left",
  "placing.turnLeftKey": "Turn left (Shift+R)",
  "placing.turnRight": "Turn right",
  "placing.turnRightKey": "Turn right (R)",
  "placing.place": "Place",
  "placing.putBack": "Put back",
  "placing.spare": "spare what it captures",
  "placing.pick": "Pick a building.",
  "placing.carry": "Move it over the board; R or the wheel turns it.",
  "placing.drag": "Drag it over the board, turn it with two fingers, then press Place.",
  "placing.fits": "It fits here.",
  "placing.unfit": "It does not fit here.",
  "placing.picked": "{building} picked, facing {facing}",
  "placing.over": "{building} {facing} on {squares}: fits",
  "placing.overSettling": "{building} {facing} on {squares}: fits, {settlement}",
  "placing.overUnfit": "{building} {facing} on {squares}: does not fit",
  "placing.overBecause": "{building} {facing} on {squares}: does not fit; {reason}",
  "facing.n": "north",
  "facing.e": "east",
  "facing.s": "south",
  "facing.w": "west",

  // moves in words
  "move.placement": "{building} at {square}",
  "move.aPass": "a pass",
  "move.places": "{side} places {placement}",
  "move.passes": "{side} cannot place anything and passes.",
  "move.claims": ({ squares }) => `claims ${counted(squares, "square")}`,
  "move.captures": "captures {building}",
  "move.spares": "spares {building}",
  "sentence.and": "{first} and {last}",
  "sentence.comma": "{first}, {next}",
  "sentence.end": "{sentence}.",

  // the steps through a game, and its list of moves
  "steps.tools": "Steps",
  "steps.first": "To the start",
  "steps.previous": "One move back",
  "steps.next": "One move forward",
  "steps.last": "To the end",
  "moves.list": "Moves",
  "moves.move": "{number} {move}: {words}",
  "moves.none": "No moves yet.",

  // whose turn it is, and how a game has ended
  "status.cathedral": "the Cathedral",
  "status.building": "a building",
  "status.toPlace": "{side} to place {what}.",
  "status.place": "{side}: place {what}.",
  "status.hasToPass": "{side} has to pass.",
  "status.thinking": "{side} ({name}) is thinking…",
  "status.lookingBack": "Looking back: move {ply} of {plies}.",
  "status.rules": "{rules} rules.",
  "status.rulesOptional": "{rules} rules, a capture may be declined.",
  "end.resigned": "{winner} wins: {loser} has resigned.",
  "end.time": "{winner} wins: {loser}'s time is up.",
  "end.draw": "A draw: neither side can place another building.",
  "end.wins": ({ winner, squares }) => `${winner} wins by ${counted(squares, "square")}: neither side can place another building.`,
  "end.why": "Neither side can place another building.",
  "end.whyResigned": "{loser} has resigned.",
  "end.whyTime": "{loser}'s time is up.",

  // the game in play
  "play.newGame": "New game…",
  "play.games": "Games…",
  "play.takeBack": "Take back",
  "play.takeBackKey": "Take back (U)",
  "play.redo": "Redo",
  "play.redoKey": "Redo (Y)",
  "play.hint": "Hint",
  "play.hintSearch": "Looking for a good move…",
  "play.hintShow": "Show it",
  "play.hintMove": "Try {placement}.",
  "play.hintSettling": "Try {placement}: it {settlement}.",
  "play.resign": "Resign",
  "play.resignSure": "Really resign?",
  "play.backToGame": "Back to the game",
  "play.onFromHere": "Play on from here",
  "play.share": "Save & share…",
  "play.otherTab": "This game is played in another tab.",
  "play.takeOver": "Take over",

  // the message at the end of a game
  "gameover.title": "The game is over",
  "gameover.draw": "A draw",
  "gameover.wins": "{winner} wins",
  "gameover.winsBy": ({ winner, squares }) => `${winner} wins by ${counted(squares, "square")}`,
  "gameover.won": "You have won",
  "gameover.wonBy": ({ squares }) => `You have won by ${counted(squares, "square")}`,
  "gameover.lost": "You have lost",
  "gameover.lostBy": ({ squares }) => `You have lost by ${counted(squares, "square")}`,
  "gameover.standing": "{name} {points}",
  "gameover.series": ({ games, light, dark, lightSquares, darkSquares }) =>
    `After ${counted(games, "game")}: ${light} – ${dark}. Squares left over in all: ${lightSquares} and ${darkSquares}.`,
  "gameover.rematch": "Rematch, sides swapped",
  "gameover.review": "Review this game",
  "gameover.look": "Look at the board",

  // the dialog for a new game
  "newgame.title": "New game",
  "newgame.you": "You",
  "newgame.level": "{level} ({elo})",
  "newgame.about": "{level}: {about}",
  "newgame.engine": "{engine} (other engine)",
  "newgame.rules": "Rules",
  "newgame.mattel": "Mattel: Light's first building may enclose",
  "newgame.woods": "Woods: Dark builds before the Cathedral",
  "newgame.optional": "A capture may be declined",
  "newgame.time": "Time",
  "newgame.noClock": "no clock",
  "newgame.threeMinutes": "3 minutes, 2 seconds a move",
  "newgame.tenMinutes": "10 minutes, 5 seconds a move",
  "newgame.halfAnHour": "30 minutes, 10 seconds a move",
  "newgame.think": "Engines think",
  "newgame.thinkLevel": "as their level says",
  "newgame.thinkHalf": "half a second a move",
  "newgame.thinkTwo": "2 seconds a move",
  "newgame.thinkTen": "10 seconds a move",
  "newgame.thinkThirty": "30 seconds a move",
  "newgame.start": "Start",

  "level.visitor": "Visitor",
  "level.pilgrim": "Pilgrim",
  "level.labourer": "Labourer",
  "level.apprentice": "Apprentice",
  "level.carpenter": "Carpenter",
  "level.journeyman": "Journeyman",
  "level.stonecutter": "Stonecutter",
  "level.mason": "Mason",
  "level.foreman": "Foreman",
  "level.surveyor": "Surveyor",
  "level.builder": "Master builder",
  "level.architect": "Architect",
  "level.full": "Full strength",
  "about.visitor": "For a first game. Sees only what lies close to the last buildings, and never what you are up to.",
  "about.pilgrim": "Seldom wonders what you will do, and prefers large buildings close by.",
  "about.labourer": "Sees half of what you threaten next to it, and nothing across the city.",
  "about.apprentice": "Mostly thinks of your answer, but overlooks many.",
  "about.carpenter": "Thinks of your answer, and overlooks what hides behind a corner.",
  "about.journeyman": "Plans its next building, and sees your plan late.",
  "about.stonecutter": "Thinks three buildings ahead and misses small ones.",
  "about.mason": "Solid. Punishes most of what you overlook.",
  "about.foreman": "Plans far ahead and overlooks little.",
  "about.surveyor": "Overlooks next to nothing, and sometimes knows how the game ends.",
  "about.builder": "Overlooks nothing, and knows early how the game ends.",
  "about.architect": "Thinks for a moment and rarely errs.",
  "about.full": "Thinks for five seconds, or as the clock allows, and proves how the game ends.",

  // the rules in a minute
  "ruleset.classic": "Classic",
  "ruleset.mattel": "Mattel",
  "ruleset.woods": "Woods",
  "rules.title": "Cathedral in a minute",
  "rules.titleOf": "Cathedral in a minute: {rules} rules",
  "rules.wall": "A wall to the edges: the corner is Light's.",
  "rules.capture": "One dark building alone inside: it goes back.",
  "rules.gap": "At a mere corner there is a gap: nothing is closed.",
  "rules.start": "*Light begins with the Cathedral*, the grey stone building. It is nobody's.",
  "rules.startWoods": "Dark places a building first, then Light places the Cathedral, the grey stone building that is nobody's, and a building.",
  "rules.turns": "Then *Dark and Light place one building in turn*, on free ground and turned as they like.",
  "rules.territory": "*Walls make territory.* What your buildings and the city wall close off is yours: the other side may not build there. "
    + "Buildings join where they share a side; at a mere corner there is a gap. The Cathedral is never part of a wall.",
  "rules.captures": "*One building alone inside goes back* to its owner, or the Cathedral off the board, and the ground is yours. "
    + "Two or more inside: nothing happens.",
  "rules.first": "Nobody's first building encloses anything. Who can place nothing passes.",
  "rules.firstMattel": "Dark's first building encloses nothing; Light's does like any other. Who can place nothing passes.",
  "rules.spare": "*A capture may be declined*, now or never: a building that is spared stays for good.",
  "rules.end": "When both are stuck, *whoever has fewer squares of buildings left has won*.",
  "rules.mouse": "Pick a building, move it over the board, turn it with R or the wheel, and click. "
    + "Before you let go, the board shows what you would enclose and capture.",
  "rules.fingers": "Drag a building from your hand over the board; two fingers turn it, a tap moves it. "
    + "The board shows what you would enclose and capture. *Place*, or a double tap, puts it down; nothing else does.",
  "rules.build": "Let me build",

  // the saved games
  "games.title": "Your games",
  "games.more": "Show more",
  "games.import": "Import…",
  "games.export": "Export all",
  "games.analysis": "Analysis",
  "games.added": "It is among your games now.",

  // the dialog that gives a game away
  "share.title": "Save and share",
  "share.record": "Game record",
  "share.position": "Position",
  "share.link": "Link",
  "share.saveRecord": "Save record",
  "share.copyPosition": "Copy position",
  "share.copyLink": "Copy link",
  "share.svg": "Picture (SVG)",
  "share.png": "Picture (PNG)",
  "share.copied": "Copied.",

  // evaluations
  "score.bar": "Evaluation",
  "score.evaluation": "Evaluation: {score}",
  "score.even": "even",
  "score.provenDraw": "a proven draw",
  "score.leads": ({ side, squares }) => `${side} leads by ${plural(squares, "square")}`,
  "score.provenWin": ({ side, squares }) => `${side} wins by ${plural(squares, "square")}, proven`,
  "score.provenResult": "{side} wins, proven",
  "score.proven": "proven",
  "graph.name": "Evaluation over the game",
  "graph.here": ({ ply }) => `After ${plural(ply, "move")}`,
  "graph.hereScore": ({ ply, score }) => `After ${plural(ply, "move")}: ${score}`,

  // a match of engines
  "watch.none": "No match is running.",
  "watch.game": "Game {number} of {games}",
  "watch.over": "The match is over. {reason}",
  "watch.time": "Time",
  "watch.timeAMove": "{seconds} s a move",
  "watch.length": "Length",
  "watch.games": "{games} games",
  "watch.start": "Start a match",
  "watch.end": "End the match",
  "watch.finished": "Finished games",
  "watch.moves": "Moves of the match game",
  "watch.look": "Look at it in Review",

  // what may go wrong
  "trouble.tryAgain": "Try again",
  "trouble.nextTry": "Next try in {seconds} s.",
  "trouble.noWebSocket": "This browser has no WebSocket, and the page cannot reach the rules and the engines without it.",
  "trouble.noAnswer": "The server does not answer, or has no room for another visitor.",
  "trouble.lost": "The connection to the server is lost.",
  "trouble.tooLong": "This is too long for one message.",
  "trouble.engineEnded": "The engine {engine} has ended: {reason}",
  "trouble.engineSentAway": "The engine was sent away.",
  "trouble.otherWish": "Something else was asked for.",
  "trouble.unknownRules": "{engine} does not know these rules.",
  // review
  "review.load": "Load",
  "review.loadGame": "Load a game",
  "review.loadFile": "From a file…",
  "review.textName": "Game to load",
  "review.textHelp": "Paste a record, a play-by-mail list or a position",
  "review.fileGames": "Games of the file",
  "review.gameName": ({ number, light = "Light", dark = "Dark", result }) => `${number}. ${light} – ${dark} ${result}`,
  "review.judge": "Judge",
  "review.quickly": "quickly",
  "review.thoroughly": "thoroughly",
  "review.deeply": "very thoroughly",
  "review.playOn": "Play on from here",
  "review.analyse": "Analyse from here",
  "review.gameInPlay": "Review the game in play",
  "review.judging": ({ left }) => `Judging: ${left} ${left === 1 ? "position" : "positions"} to go`,
  "review.counts": ({ light, dark }) => {
    const plural = (number, one, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;
    const side = (name, { thrown, blunders, mistakes, slips }) => `${name}: ${plural(thrown, "proven result")} thrown away, ` +
      `${plural(blunders, "blunder")}, ${plural(mistakes, "mistake")}, ${plural(slips, "slip")}`;
    return `${side("Light", light)} · ${side("Dark", dark)}`;
  },
  "review.better": "Show the better move: {move}",
  "review.tryAgain": "Try again",
  "review.back": "Back to the game",

  // the marks of moves
  "mark.thrown": "{move} throws the proven {was} away: it is a {is} now; better is {better}",
  "mark.blunder": ({ move, squares, better }) => `Blunder: ${move} loses ${squaresText(squares)}; better is ${better}`,
  "mark.mistake": ({ move, squares, better }) => `Mistake: ${move} loses ${squaresText(squares)}; better is ${better}`,
  "mark.slip": ({ move, squares, better }) => `Slip: ${move} loses ${squaresText(squares)} of a result in little doubt; better is ${better}`,
  "mark.slipProven": ({ move, squares, is, better }) => `Slip: ${move} loses ${squaresText(squares)}, and it stays a proven ${is}; better is ${better}`,

  // from where on the result was proven
  "proven.end": ({ verdict }) => `The game was ${resultText(verdict)}; nothing earlier is proven.`,
  "proven.from": ({ verdict, move }) => `From move ${move} on the game was proven ${resultText(verdict)}.`,
  "proven.thrown": ({ verdict, move }) => `Move ${move} threw it away: from then on it was ${resultText(verdict)}.`,
  "proven.margin": ({ verdict, move, squares }) =>
    `From move ${move} on the margin is proven too: with best play ${verdict > 0 ? "Light" : "Dark"} wins by ${squaresText(squares)}.`,

  // what comes of lines
  "line.better": "In the better line {gains}.",
  "line.deeper": ({ plies }) =>
    `The better line claims and captures no more in its first ${plies === 1 ? "move" : `${plies} moves`}; what it gains comes later.`,
  "line.played": "After the {building} that was played, {gains}.",
  "line.gains": ({ gains, plies }) => (gains.length > 0 ? gains.join(", and ") : `nothing is claimed or captured in ${plies} ${plies === 1 ? "move" : "moves"}`),
  "line.gain": "{side} {gains}",
  "line.label": "Better line, move {at} of {plies}: {move}",

  // another try at a mistake
  "try.now": "Place a better building than {move}.",
  "try.judging": "Judging your move…",
  "try.same": "That is the move of the game.",
  "try.best": "Good: the engine plays it too.",
  "try.good": "Good: it loses nothing that matters.",
  "try.better": ({ squares }) => `Better than the move of the game, and it still loses ${squaresText(squares)}.`,
  "try.betterResult": "Better than the move of the game, and it still does not keep the proven result.",
  "try.bad": ({ squares }) => `Still bad: it loses ${squaresText(squares)}.`,
  "try.thrown": "Still bad: it throws the proven {was} away.",
};
