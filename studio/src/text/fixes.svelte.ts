import type { CodeAction, Diagnostic } from 'vscode-languageserver-protocol';
import { uriOf } from '../engine/uris';
import { project } from '../project.svelte';

// What the server would do about what is wrong in the file that is shown. It is asked once the text rests, and forgotten with the
// next key: an edit is of one text.

const nameOf = (one: Diagnostic): string => JSON.stringify([one.code, one.range.start, one.message]);

class Fixes {
  private known: { path: string; revision: number; actions: Map<string, CodeAction[]> } = $state.raw({ path: '', revision: 0, actions: new Map() });

  of(path: string, diagnostic: Diagnostic): CodeAction[] {
    const { known } = this;
    return path === known.path && project.revision === known.revision ? (known.actions.get(nameOf(diagnostic)) ?? []) : [];
  }

  async ask(path: string): Promise<void> {
    const revision = project.revision, lines = (project.files[path] ?? '').split('\n').length;
    const answer = await project.engine?.request<(CodeAction | null)[] | null>('textDocument/codeAction', {
      textDocument: { uri: uriOf(path) },
      range: { start: { line: 0, character: 0 }, end: { line: lines, character: 0 } },
      context: { diagnostics: [], only: ['quickfix'] },
    });
    const actions = new Map<string, CodeAction[]>();
    for (const one of answer ?? []) {
      const fixed = one?.diagnostics?.[0];
      if (one?.edit === undefined || fixed === undefined) continue;
      actions.set(nameOf(fixed), [...(actions.get(nameOf(fixed)) ?? []), one]);
    }
    if (revision === project.revision) this.known = { path, revision, actions };
  }
}

export const fixes = new Fixes();
