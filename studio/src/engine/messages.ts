// Between the page and its worker. A message is one of the Language Server Protocol, as JSON.
export type ToWorker =
  | { kind: 'start'; root: string; files: Record<string, string> }
  | { kind: 'message'; text: string };
export type FromWorker = { kind: 'message'; text: string } | { kind: 'failed'; why: string };
