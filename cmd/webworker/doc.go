// Webworker is the rules and the engine as a program for a Web Worker, built
// with GOOS=js GOARCH=wasm. The page then needs no server: `cathedral site`
// writes a folder that holds both. The program answers the messages of
// cmd/internal/serve/MESSAGES.md, which its worker posts and receives.
//
// The page runs one worker for requests about the rules, and another one for
// each seat (see wire.js in cmd/internal/site/files).
package main
