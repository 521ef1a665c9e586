// A worker that runs the program in WebAssembly. The first message holds the compiled
// module and the role; all others are for the program, and what the worker posts is
// from it. It posts null when the program has ended.

importScripts("wasm_exec.js");

onmessage = async ({ data: { module, role } }) => {
  const go = new Go();
  go.argv = ["cathedral", role];
  const instance = await WebAssembly.instantiate(module, go.importObject);
  onmessage = ({ data }) => hear(data); // which the program defines
  await go.run(instance);
  postMessage(null);
};
