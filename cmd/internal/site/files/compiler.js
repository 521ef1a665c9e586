// A worker that compiles the program, so that the page need not. It gets the bytes of the
// file, and posts the module, or null if that fails. Some hosts unpack the file before.

onmessage = async ({ data: bytes }) => {
  const [first, second] = new Uint8Array(bytes, 0, 2);
  const packed = first === 0x1f && second === 0x8b;
  const stream = new Blob([bytes]).stream();
  const program = new Response(packed ? stream.pipeThrough(new DecompressionStream("gzip")) : stream);
  postMessage(await WebAssembly.compile(await program.arrayBuffer()).catch(() => null));
};
