package pagetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"cathedral/engine"
)

// undecided is a game in which Dark, if it is greedy, has just one best move: a tower that closes off
// a corner.
const (
	undecided = "moves=CAnH6.ACnC7.TOwF3.MAnD2.ACeC5"
	corner    = "TOeC1"
	keeps     = "CSsJ3" // claims two squares, before that and after it
	inTheWay  = "CSwA5" // stands where the tower will
	getsLess  = "CSsF5" // claims 21 squares, and none after it
)

const (
	mayPlan   = `document.querySelector("#hand-light .building-button:enabled") && document.getElementById("status").dataset.side === "dark"`
	planShown = `document.querySelector(".layer-plan .planned")?.checkVisibility() && document.getElementById("plan-words").textContent.startsWith("Planned: ")`
	noPlan    = `!document.querySelector(".layer-plan .planned") && !document.getElementById("plan-words").textContent.startsWith("Planned: ")`
)

// plan leaves a move of Light's to be played.
func (p *page) plan(move string) {
	p.t.Helper()
	p.await("one may plan", mayPlan)
	placeWithMouse(p, engine.Light, mustMove(p.t, move, engine.Light))
	p.await(move+" is planned", planShown)
}

// checkUnplayed waits until it is said why a plan was not played, and checks that the building is in the air where it was.
func (p *page) checkUnplayed(move, why string) {
	p.t.Helper()
	p.await("it is said that the plan was not played", fmt.Sprintf(`document.getElementById("plan-words").textContent && %q.startsWith(document.getElementById("plan-words").textContent)`, "Your plan wasn't played. "+why))
	p.failUnless("a screen reader does not say it", fmt.Sprintf(`document.getElementById("live").textContent.includes(%q)`, why))
	if air := p.inTheAir(); air != move {
		p.t.Errorf("%q is in the air, want %q", air, move)
	}
}

// While an engine thinks, a person plans a move, with the keyboard or a mouse, and takes it back in
// every way. It is kept through a reload, and played when the engine has moved; unless it does not fit
// any more or claims less, which is said. Two people at one device have nothing to plan.
func TestBrowserPlanningWhileTheEngineThinks(t *testing.T) {
	server, answer := hesitantServer(t)
	address := server.page("#light=person&dark=engine+hesitant&" + undecided)
	p := openPage(t, address, desktop)
	p.await("one may plan", mayPlan)
	evaluate[chromedp.Void](p, `document.getElementById("board").focus()`)
	placeByKeyboard(p, engine.Light, mustMove(t, keeps, engine.Light))
	p.await("it is planned", planShown)
	p.failUnless("a screen reader does not say it", `document.getElementById("live").textContent.includes("Planned: castle J3")`)
	p.failUnless("it is not shown what it would claim", `document.querySelector(".layer-plan .claim")`)
	p.checkAccess("a planned move", byDay(1, themes)...)
	p.press(kb.Escape)
	p.await("it is in the hand", noPlan)
	p.plan(keeps)
	p.clickAt(9.5, 2.5)
	p.await("it is in the hand", noPlan)
	p.plan(keeps)
	p.click("#undo")
	p.await("it is in the hand, and no move is taken back", noPlan+` && document.querySelectorAll("#moves li").length === 5`)
	p.plan(inTheWay)
	p.click("#hand-light [data-code=TA]")
	p.await("what is in the air is not planned", noPlan)
	p.press(kb.Escape)
	p.plan(keeps)
	p.click("#previous")
	p.await("it is not shown in an earlier position", noPlan)
	p.click("#to-game")
	p.await("it is still planned", planShown)
	p.click("#tab-learn")
	p.await("one learns", `document.body.dataset.mode === "learn" && document.querySelector(".lesson-task")?.textContent`)
	p.failIf("it is shown in a lesson", `document.querySelector(".layer-plan .planned")`)
	p.click("#tab-play")
	p.await("it is still planned", planShown)
	p.reload()
	p.await("it is still planned", planShown)

	unfit, less := openPage(t, address, desktop), openPage(t, address, desktop)
	unfit.plan(inTheWay)
	less.plan(getsLess)
	for page, move := range map[*page]string{p: keeps, unfit: inTheWay, less: getsLess} {
		if page.countSent(move) > 0 {
			t.Errorf("%s is sent before it is Light's turn", move)
		}
	}
	answer()
	all := strings.ReplaceAll(strings.TrimPrefix(undecided, "moves="), ".", " ") + " " + corner
	p.await("it is played", fmt.Sprintf(`%s.startsWith(%q)`, movesOfPage, all+" "+keeps))
	p.await("nothing is planned", noPlan+" && "+lightToMove)
	unfit.checkUnplayed(inTheWay, "There is a building on A3.")
	unfit.checkText("#plan-words", "Your plan wasn't played.") // in the air, the building says why
	unfit.checkMoves(all)
	less.checkUnplayed(getsLess, "It would claim or capture less now.")
	less.checkText("#place", "Place")
	less.click("#place")
	less.await("it is played all the same", fmt.Sprintf(`%s.startsWith(%q)`, movesOfPage, all+" "+getsLess))

	p.visit(server.page("#light=person&dark=person&" + undecided))
	p.await("it is Dark's turn", darkToMove)
	p.failIf("Light may plan", mayPlan)
	placeWithMouse(p, engine.Dark, mustMove(t, corner, engine.Dark))
	p.await("the move is played", lightToMove)
	p.checkMoves(all)
}

// In a game with a friend a plan waits for the friend, also in another view and while the page is
// closed. It is one in all tabs, and goes with the position in which it was made.
func TestBrowserPlanningWhileAFriendThinks(t *testing.T) {
	light, link, _ := hostGame(t, friendsWindow, "")
	dark := openInvitation(t, link, friendsWindow)
	light.await("planning is offered", `document.getElementById("plan-words").textContent.startsWith("You can plan")`)
	light.plan("TAnA1")
	address := evaluate[string](light, `location.href`)
	if times := light.countSent(`"do":"play"`); times != 1 {
		t.Errorf("%d moves were sent, want the Cathedral", times)
	}
	light.do(chromedp.Navigate("about:blank"))
	dark.placeHere("CSnE8", engine.Dark)
	dark.await("the friend is away", `document.querySelector("#hand-light .hand-name").textContent.includes("away")`)
	dark.awaitMoves(2)
	light.visit(address)
	dark.awaitMoves(3)

	light.plan("TAnJ10")
	light.click("#tab-learn")
	light.await("one learns", `document.body.dataset.mode === "learn"`)
	dark.placeHere("ACnB6", engine.Dark)
	dark.awaitMoves(5)
	light.click("#tab-play")
	light.await("it was played", noPlan+" && "+mayPlan)

	light.plan("STnA4")
	another := light.openAnother(address, friendsWindow)
	another.await("the plan is there too", planShown)
	another.press(kb.Escape)
	light.await("it is taken back in both tabs", noPlan)
	light.plan("STnA4")
	another.await("it is there again", planShown)
	another.do(chromedp.Navigate("about:blank"))

	dark.click("#undo")
	light.click("#friend-agree")
	light.awaitMoves(3)
	light.checkUnplayed("", "The position has changed.")
	light.plan("STnA4")
	dark.placeHere("BRnA4", engine.Dark)
	light.checkUnplayed("STnA4", "There is a building on A4.")
	light.awaitMoves(4)
}
