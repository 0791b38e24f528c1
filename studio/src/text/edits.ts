import type { ChangeSpec, EditorState, Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { Diagnostic, Position, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { pathOf } from '../engine/uris';
import { project } from '../project.svelte';
import { applied, editsOf } from './applied';

// Null where the text has no such place any more.
export function offsetOf(doc: Text, at: Position): number | null {
  if (at.line >= doc.lines) return at.line === doc.lines && at.character === 0 ? doc.length : null;
  const line = doc.line(at.line + 1);
  return Math.min(line.from + at.character, line.to);
}

export const severityOf = (one: Diagnostic): 'error' | 'warning' | 'info' =>
  one.severity === 1 ? 'error' : one.severity === 2 ? 'warning' : 'info';

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

// What makes another text of the one at hand, from the first difference to the last: whoever is elsewhere in it stays there.
export function changeTo(state: EditorState, text: string): ChangeSpec {
  const was = state.doc.toString(), now = state.toText(text).toString(), most = Math.min(was.length, now.length);
  let front = 0, back = 0;
  while (front < most && was[front] === now[front]) ++front;
  while (back < most - front && was.at(-1 - back) === now.at(-1 - back)) ++back;
  // Not through the middle of a letter.
  if (front > 0 && /[\ud800-\udbff]/.test(was[front - 1]!)) --front;
  if (back > 0 && /[\udc00-\udfff]/.test(was.at(-back)!)) --back;
  return { from: front, to: was.length - back, insert: now.slice(front, now.length - back) };
}
