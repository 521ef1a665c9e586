// Package friends keeps the games that two people play from two devices: it knows
// who holds which link, keeps the rules and the clocks, and stores each change
// before anybody hears of it. It knows no way in which messages travel: package
// serve carries them. ../serve/MESSAGES.md describes them.
package friends
