// A worker that compiles the program, so that the page need not. It gets the bytes of the
// file, and posts the module, or null if that fails. The file is packed, more than once, and
// some hosts unpack it before.

const isPacked = (bytes) => {
  const [first, second] = new Uint8Array(bytes, 0, 2);
  return first === 0x1f && second === 0x8b;
};

const unpacked = (bytes) => new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();

async function compiled(bytes) {
  while (isPacked(bytes)) bytes = await unpacked(bytes);
  return WebAssembly.compile(bytes);
}

onmessage = async ({ data: bytes }) => postMessage(await compiled(bytes).catch(() => null));
