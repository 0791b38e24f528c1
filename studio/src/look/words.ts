// A failure for people. The client of the language server throws what the server said: an object with a message.
export function wordsOf(error: unknown): string {
  const said = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  return String(said);
}
