import type { Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { Diagnostic, Position, TextDocumentEdit, TextEdit, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { pathOf } from '../engine/engine';
import { project } from '../project.svelte';

// Null where the text has no such place any more.
export function offsetOf(doc: Text, at: Position): number | null {
  if (at.line >= doc.lines) return at.line === doc.lines && at.character === 0 ? doc.length : null;
  const line = doc.line(at.line + 1);
  return Math.min(line.from + at.character, line.to);
}

export const severityOf = (one: Diagnostic): 'error' | 'warning' | 'info' =>
  one.severity === 1 ? 'error' : one.severity === 2 ? 'warning' : 'info';

// The edits of each file.
function editsOf(edit: WorkspaceEdit): Map<string, TextEdit[]> {
  const edits = new Map<string, TextEdit[]>(Object.entries(edit.changes ?? {}));
  for (const change of edit.documentChanges ?? []) {
    const { textDocument, edits: own } = change as TextDocumentEdit;
    if (textDocument !== undefined) edits.set(textDocument.uri, own as TextEdit[]);
  }
  return edits;
}

// In the editor for its own file, so that it can be undone; the texts of other files are changed as they are.
export function applyEdit(view: EditorView | null, uri: string, edit: WorkspaceEdit): void {
  for (const [file, edits] of editsOf(edit)) {
    if (view !== null && file === uri) {
      const changes = edits.flatMap((one) => {
        const from = offsetOf(view.state.doc, one.range.start), to = offsetOf(view.state.doc, one.range.end);
        return from === null || to === null ? [] : [{ from, to, insert: one.newText }];
      });
      view.dispatch({ changes });
    } else {
      const path = pathOf(file), text = project.files[path];
      if (text !== undefined) project.replace(path, applied(text, edits));
    }
  }
}

function applied(text: string, edits: TextEdit[]): string {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const offset = (at: Position) => Math.min((starts[at.line] ?? text.length) + at.character, text.length);
  return [...edits].sort((a, b) => offset(b.range.start) - offset(a.range.start))
    .reduce((made, one) => made.slice(0, offset(one.range.start)) + one.newText + made.slice(offset(one.range.end)), text);
}
