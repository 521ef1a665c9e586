// A worker that loads the program and compiles it. The page gets neither the bytes nor the
// module, which would keep it busy: the first message has the size of the file, and each
// later one a port to a worker that is to run the program. It posts the share of the bytes that
// has come, or the fault as a text. The file is packed, more than once, and some hosts unpack it before.

const FILE = new URL("cathedral.wasm.packed", location);

async function load(size) {
  const response = await fetch(FILE);
  if (!response.ok) throw new Error(`${response.status}`);
  const reader = response.body.getReader();
  const parts = [];
  let come = 0;
  let told = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    come += part.value.length;
    const share = Math.min(1, Math.floor((100 * come) / size) / 100);
    if (share !== told) postMessage(share);
    told = share;
  }
  return new Blob(parts).arrayBuffer();
}

const isPacked = (bytes) => {
  const [first, second] = new Uint8Array(bytes, 0, 2);
  return first === 0x1f && second === 0x8b;
};

const unpacked = (bytes) => new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();

async function compiled(size) {
  let bytes = await load(size);
  while (isPacked(bytes)) bytes = await unpacked(bytes);
  return WebAssembly.compile(bytes);
}

onmessage = ({ data: size }) => {
  const program = compiled(size);
  program.catch((error) => postMessage(`${FILE}: ${error.message}`));
  onmessage = ({ data: port }) => program.then((module) => port.postMessage(module), () => {});
};
