// A worker that runs the program in WebAssembly. The first message has the role and the port
// from which the compiled module comes; all others are for the program: texts are messages, and
// bytes are the opening book. What the worker posts is from the program, or null when that has ended.

importScripts("wasm_exec.js");

onmessage = ({ data: { role, port } }) => {
  port.onmessage = ({ data: module }) => run(module, role);
};

async function run(module, role) {
  const go = new Go();
  go.argv = ["cathedral", role];
  const instance = await WebAssembly.instantiate(module, go.importObject);
  // The program defines both.
  onmessage = ({ data }) => (typeof data === "string" ? hear(data) : takeBook(new Uint8Array(data)));
  await go.run(instance);
  postMessage(null);
}
