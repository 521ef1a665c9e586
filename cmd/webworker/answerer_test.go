package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"cathedral/cmd/internal/messages"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search/book"
)

// testPatience is how long an answer may take before a test fails.
const testPatience = 30 * time.Second

// conversation is a worker in a test.
type conversation struct {
	t        *testing.T
	answerer *answerer
	said     chan string
}

func converse(t *testing.T, mayHost bool) *conversation {
	t.Helper()
	said := make(chan string, 1000)
	say := func(message any) {
		text, err := json.Marshal(message)
		if err != nil {
			t.Error(err)
		}
		said <- string(text)
	}
	return &conversation{t, newAnswerer(say, func() {}, mayHost), said}
}

// hear sends a message to the worker and returns the first answer that contains a
// text.
func (c *conversation) hear(message, want string) string {
	c.t.Helper()
	c.answerer.hear([]byte(message))
	for timeout := time.After(testPatience); ; {
		select {
		case said := <-c.said:
			if strings.Contains(said, want) {
				return said
			}
			if strings.Contains(said, `"error"`) {
				c.t.Fatalf("%s: %s, want %s", message, said, want)
			}
		case <-timeout:
			c.t.Fatalf("%s: no answer with %s", message, want)
		}
	}
}

func TestTheWorkerGreetsAndKnowsTheRules(t *testing.T) {
	c := converse(t, false)
	c.answerer.greet()
	if greeting := <-c.said; !strings.Contains(greeting, `"engines":["cathedral","greedy","random"]`) || !strings.Contains(greeting, `"seats":4`) {
		t.Errorf("the greeting is %s", greeting)
	}
	c.hear(`{"id":1,"do":"view","moves":["CAnF5"]}`, `"ply":1`)
	c.hear(`{"id":4,"do":"watch"}`, `"match":null`)
	c.hear(`{"id":4,"do":"addresses"}`, `"addresses":[]`)
	for message, want := range map[string]string{
		`{"id":5,"do":"match","light":"cathedral","dark":"greedy"}`: "need cathedral serve",
		`{"id":6,"do":"seat","seat":"a","engine":"cathedral"}`:      "all 4 seats are taken",
		`{"id":7,"do":"send","seat":"a","line":"go"}`:               `there is no seat \"a\"`,
		`{"id":8,"do":"leave","seat":"a"}`:                          "unknown request",
		`{"id":9`:                                                   "incomplete",
	} {
		c.hear(message, want)
	}
}

func TestTheWorkerHostsAnEngine(t *testing.T) {
	c := converse(t, true)
	c.hear(`{"id":1,"do":"seat","seat":"a b","engine":"cathedral"}`, "letters, digits or hyphens")
	c.hear(`{"id":1,"do":"seat","seat":"a","engine":"missing"}`, "there is no engine")
	seated := c.hear(`{"id":2,"do":"seat","seat":"a","engine":"cathedral"}`, `"id":2`)
	for _, want := range []string{`"name":"Cathedral `, `{"name":"Hash","type":"spin","default":"16","min":1,"max":32,"values":[]}`} {
		if !strings.Contains(seated, want) {
			t.Errorf("the answer does not contain %s:\n%s", want, seated)
		}
	}
	c.hear(`{"id":3,"do":"seat","seat":"a","engine":"cathedral"}`, "seat a is taken")
	for line, want := range map[string]string{
		"quit":                           "quit\\\" is not allowed",
		"setoption name Hash value 1000": "want a number from 1 to 32",
		"go perft 3":                     "go perft is not allowed",
	} {
		c.hear(`{"id":4,"do":"send","seat":"a","line":"`+line+`"}`, want)
	}
	c.hear(`{"id":5,"do":"send","seat":"a","line":"setoption name Hash value 1"}`, `{"id":5}`)
	c.hear(`{"do":"send","seat":"a","line":"go infinite"}`, `"line":"info depth 1 `)
	c.hear(`{"do":"send","seat":"a","line":"stop"}`, `"line":"bestmove `)
}

func TestSimplePlayersMoveAtOnce(t *testing.T) {
	for _, name := range messages.WorkerHello().Engines[1:] {
		c := converse(t, true)
		c.hear(`{"id":1,"do":"seat","seat":"a","engine":"`+name+`"}`, `"name":"Cathedral `+name)
		c.hear(`{"do":"send","seat":"a","line":"go movetime 1"}`, `"line":"bestmove `)
	}
}

// A worker answers from the opening book, and its engine plays from it, as soon as the page
// has sent the book; what is not a book is left out.
func TestTheWorkerTakesTheBook(t *testing.T) {
	start := engine.Start(engine.Rules{})
	placement := engine.CathedralPlacements()[5]
	var file bytes.Buffer
	small := book.New([]book.Entry{{Position: start, Moves: []book.Move{{Move: placement, Centi: -300, Error: 50}}}})
	enginetest.Must(t, small.Write(&file))
	c := converse(t, true)
	c.hear(`{"id":1,"do":"book"}`, `"reason":{"code":"noBook"}`)
	c.hear(`{"id":2,"do":"seat","seat":"a","engine":"cathedral"}`, `"name":"OwnBook"`)
	c.answerer.takeBook([]byte("no book"))
	c.hear(`{"id":3,"do":"book"}`, `"reason":{"code":"noBook"}`)
	c.answerer.takeBook(file.Bytes())
	c.hear(`{"id":4,"do":"book"}`, fmt.Sprintf(`"move":"%s"`, placement))
	c.hear(`{"id":5,"do":"send","seat":"a","line":"setoption name OwnBook value true"}`, `{"id":5}`)
	c.hear(`{"do":"send","seat":"a","line":"go movetime 1"}`, fmt.Sprintf(`"line":"bestmove %s`, placement))
}

// The worker makes a proof, walks through it and gives its certificate, until it is ended.
func TestTheWorkerWalksThroughAProof(t *testing.T) {
	c := converse(t, false)
	c.hear(`{"id":1,"do":"prove","start":"dddddidddd/dddddiiodd/dddddyyood/ccqqyydaoo/dcqq1yaaY1/cc1+2aYYY/dm++++1YLL/mmm+AAOOIL/CCCAAOOLII/CLCLLOLLLL l - 14"}`, `"winner":"dark"`)
	c.hear(`{"id":2,"do":"walk","moves":[]}`, `"zone":[`)
	c.hear(`{"id":3,"do":"certificate"}`, `"certificate":"Q2F0aGVkcmFs`) // Cathedral, in base64
	c.hear(`{"id":4,"do":"endproof"}`, `"id":4`)
	c.hear(`{"id":5,"do":"walk","moves":[]}`, `"code":"noProof"`)
}
