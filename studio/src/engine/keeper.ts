import type { Diagnostic } from 'vscode-languageserver-protocol';
import type { Failure } from './messages';

// The owner of the texts that a server answers about. Paths throughout.
export interface Keeper {
  paths(): string[];
  textOf(path: string): string | undefined;
  // Another text for a file that no editor shows.
  replace(path: string, text: string): void;
  // Shows a file; done once there is an editor for it.
  show(path: string): Promise<void>;
  // All that is wrong with a file.
  judged(path: string, diagnostics: Diagnostic[]): void;
  // Nothing more is answered.
  failed(failure: Failure): void;
}
