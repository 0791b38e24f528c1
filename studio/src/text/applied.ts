import type { Position, TextDocumentEdit, TextEdit, WorkspaceEdit } from 'vscode-languageserver-protocol';

// Edits of the language server, without an editor.

// Those of each file, by its URI.
export function editsOf(edit: WorkspaceEdit): Map<string, TextEdit[]> {
  const edits = new Map<string, TextEdit[]>(Object.entries(edit.changes ?? {}));
  for (const change of edit.documentChanges ?? []) {
    const { textDocument, edits: own } = change as TextDocumentEdit;
    if (textDocument !== undefined) edits.set(textDocument.uri, own as TextEdit[]);
  }
  return edits;
}

export function applied(text: string, edits: TextEdit[]): string {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const offset = (at: Position) => Math.min((starts[at.line] ?? text.length) + at.character, text.length);
  return [...edits].sort((a, b) => offset(b.range.start) - offset(a.range.start))
    .reduce((made, one) => made.slice(0, offset(one.range.start)) + one.newText + made.slice(offset(one.range.end)), text);
}
