export interface Wasi {
  wasiImport: object;
  initialize(instance: { exports: { memory: WebAssembly.Memory } }): void;
}

/** A message of the language server protocol, without its `jsonrpc`. */
export interface Message {
  id?: number | string | null;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { code: number; message: string };
}

/** A workspace, which answers what an editor asks of `ishi lsp`. */
export class Workspace {
  /** `module`: ishi.wasm, compiled. `wasi`: the system that it sees, whose files are those of the project on disk. */
  static open(module: WebAssembly.Module, wasi: Wasi): Promise<Workspace>;
  /** Hands over a message, which work() answers. */
  send(message: Message): void;
  /** Answers one message, or does a piece of what nobody asks for. What throws has ended the instance: open another one. */
  work(): { messages: Message[]; isBusy: boolean };
  notify(method: string, params?: unknown): void;
  /** The result of a request. Throws an Error with the `code` and message that came in its place. */
  request(method: string, params?: unknown): unknown;
  /** Works until nothing is left. Gives what came meanwhile, answers to requests aside. */
  settle(): Message[];
}
