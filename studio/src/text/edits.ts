import { isolateHistory } from '@codemirror/commands';
import { Transaction, type ChangeSpec, type EditorState, type Text } from '@codemirror/state';
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
// An edit is one undo, whatever was typed right before; `isOnTheWay`: none yet.
export function applyEdit(view: EditorView | null, uri: string, edit: WorkspaceEdit, isOnTheWay = false): void {
  for (const [file, edits] of editsOf(edit)) {
    if (view !== null && file === uri) {
      const changes = edits.flatMap((one) => {
        const from = offsetOf(view.state.doc, one.range.start), to = offsetOf(view.state.doc, one.range.end);
        return from === null || to === null ? [] : [{ from, to, insert: one.newText }];
      });
      view.dispatch({ changes, annotations: isOnTheWay ? Transaction.addToHistory.of(false) : isolateHistory.of('full') });
    } else {
      const path = pathOf(file), text = project.files[path];
      if (text !== undefined) project.replace(path, applied(text, edits));
    }
  }
}

// All changes since a text become one undo.
export function settle(view: EditorView, before: string): void {
  const now = view.state.doc.toString();
  if (now === view.state.toText(before).toString()) return;
  view.dispatch({ changes: changeTo(view.state, before), annotations: Transaction.addToHistory.of(false) });
  view.dispatch({ changes: changeTo(view.state, now), annotations: isolateHistory.of('full') });
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
