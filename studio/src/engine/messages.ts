// Between the page and its worker. A message is one of the Language Server Protocol, as JSON; `put` lays a file on the
// worker's disk, which it then has all the time.
export type ToWorker =
  | { kind: 'start'; root: string; files: Record<string, string> }
  | { kind: 'message'; text: string }
  | { kind: 'put'; path: string; file: Blob };
// `failed`: a sentence, after which nothing more comes. `again`: another engine may do better.
export interface Failure {
  why: string;
  again: boolean;
}
export type FromWorker = { kind: 'message'; text: string } | { kind: 'put'; path: string } | ({ kind: 'failed' } & Failure);
