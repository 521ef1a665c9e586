// The page's engine as a program for match runners, in Node:
//
//   GOOS=js GOARCH=wasm go build -o engine.wasm ./cmd/webworker
//   cathedral match --engine "cmd=node args='cmd/webworker/nodeseat.mjs engine.wasm'" ...

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const root = execFileSync("go", ["env", "GOROOT"], { encoding: "utf8" }).trim();
await import(`${root}/lib/wasm/wasm_exec.js`);

const write = (line) => process.stdout.write(`${line}\n`);
const tell = (message) => globalThis.hear(JSON.stringify(message));
const seated = new Promise((resolve) => {
  globalThis.postMessage = (said) => {
    const message = JSON.parse(said);
    if (message.line !== undefined) write(message.line);
    else if (message.id === 1) resolve(message.seat.name);
    else if (message.error) write(`info string ${message.error}`);
  };
});

const worker = new Go();
worker.argv = ["worker", "seat"];
worker.env = {};
const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), worker.importObject);
worker.run(instance);
tell({ id: 1, do: "seat", seat: "engine", engine: "cathedral" });
const name = await seated;

for await (const line of createInterface({ input: process.stdin })) {
  if (line === "quit") break;
  if (line === "ugi") write(`id name ${name}\nugiok`); // the worker has done the handshake
  else tell({ do: "send", seat: "engine", line });
}
process.exit();
