// The imports of a module that sees the system `wasi`. Node 20 ends without a word when several instances call its functions as they
// are, not through others.
export function importsOf(wasi) {
  const functions = Object.entries(wasi.wasiImport).map(([name, call]) => [name, (...values) => call(...values)]);
  return { wasi_snapshot_preview1: Object.fromEntries(functions) };
}
