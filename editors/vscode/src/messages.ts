// Between the extension and the page of the studio that it shows (studio/src/webview). Files go by their paths below the folder, or
// by their whole addresses where they lie elsewhere.

export type View = 'moment' | 'map' | 'run';

export interface Place {
  path: string;
  line: number; // from 0
  character: number;
}
export interface Text {
  text: string;
  version: number; // of the editor's document
}

// From the extension to the page.
export type ToPage =
  // Shows a file, with all files that it includes. `root`: the address of the folder, as the server has it, with a slash at its end.
  | { kind: 'open'; root: string; path: string; files: Record<string, Text> }
  // Goes to a view; `test`: which one it is of, by its name. `view` undefined: the one that fits the test.
  | { kind: 'look'; view?: View; test?: string }
  // Another text of a file, or one that is included since.
  | { kind: 'text'; path: string; text: Text }
  // The errors of a file.
  | { kind: 'judged'; path: string; errors: { message: string; line: number }[] }
  | { kind: 'cursor'; at: Place }
  | { kind: 'answer'; id: number; result?: unknown; fault?: string };

// From the page to the extension.
export type FromPage =
  | { kind: 'ready' } // it was loaded
  // A question for the language server, which is answered.
  | { kind: 'ask'; id: number; method: string; params: unknown }
  | { kind: 'cancel'; id: number }
  // An edit of the texts that the page knows, which is answered: true where it was made, false where a text is another one by now.
  // Edits on the way to a value become one undo with the edit before, until the value is settled.
  | { kind: 'apply'; id: number; edit: unknown; versions: Record<string, number>; isOnTheWay: boolean }
  | { kind: 'settle' }
  | { kind: 'undo'; isBack: boolean } // isBack: redo
  | { kind: 'goTo'; at: Place };
