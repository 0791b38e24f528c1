// Between the page and its worker. A message is one of the Language Server Protocol, as JSON; `put` lays a file on the
// worker's disk, `write` a text in place of what lies there, or of nothing; null takes it away.
export type ToWorker =
  | { kind: 'start'; root: string; files: Record<string, string> }
  | { kind: 'message'; text: string }
  | { kind: 'write'; path: string; text: string | null }
  | { kind: 'put'; path: string; file: Blob };
// `failed`: a sentence, after which nothing more comes. `again`: another engine may do better.
export interface Failure {
  why: string;
  again: boolean;
}
// `fault`: why the file could not be laid there.
export type FromWorker = { kind: 'message'; text: string } | { kind: 'put'; path: string; fault?: string } | ({ kind: 'failed' } & Failure);
