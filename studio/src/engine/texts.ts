import { type LSPClient, LSPPlugin, Workspace, type WorkspaceFile } from '@codemirror/lsp-client';
import { ChangeSet, type ChangeSpec, Text, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { Keeper } from './keeper';
import { pathOf, uriOf } from './uris';

// The texts of a project for the client of the language server. The one that an editor shows is open at the server; all others lie
// on the disk that the server reads, as they are now.

class Shown implements WorkspaceFile {
  constructor(readonly uri: string, readonly languageId: string, public version: number, public doc: Text, readonly view: EditorView) {}
  getView(): EditorView { return this.view; }
}

const kLanguage = 'ishi';
const docOf = (text: string): Text => Text.of(text.split(/\r\n?|\n/));

export class Texts extends Workspace {
  private shown: Shown[] = [];
  private readonly versions = new Map<string, number>();

  // `write`: lays a text on the server's disk.
  constructor(client: LSPClient, private readonly keeper: Keeper, private readonly write: (path: string, text: string) => void) {
    super(client);
  }

  get files(): WorkspaceFile[] {
    const others = this.keeper.paths().map(uriOf).filter((uri) => !this.shown.some((one) => one.uri === uri));
    return [...this.shown, ...others.flatMap((uri) => this.hidden(uri) ?? [])];
  }
  override getFile(uri: string): WorkspaceFile | null {
    const own = uriOf(pathOf(uri));
    return this.shown.find((one) => one.uri === own) ?? this.hidden(own);
  }
  private hidden(uri: string): WorkspaceFile | null {
    const text = this.keeper.textOf(pathOf(uri));
    return text === undefined ? null : { uri, languageId: kLanguage, version: 0, doc: docOf(text), getView: () => null };
  }

  syncFiles(): { file: WorkspaceFile; prevDoc: Text; changes: ChangeSet }[] {
    return this.shown.flatMap((file) => {
      const plugin = LSPPlugin.get(file.view), prevDoc = file.doc;
      if (plugin === null || plugin.unsyncedChanges.empty) return [];
      const changes = plugin.unsyncedChanges;
      file.doc = file.view.state.doc;
      file.version = this.nextVersion(file.uri);
      plugin.clear();
      return [{ file, prevDoc, changes }];
    });
  }

  openFile(uri: string, languageId: string, view: EditorView): void {
    const file = new Shown(uri, languageId, this.nextVersion(uri), view.state.doc, view);
    this.shown.push(file);
    this.client.didOpen(file);
  }
  // What was typed stays: the server reads it on its disk from now on.
  closeFile(uri: string, view: EditorView): void {
    const file = this.shown.find((one) => one.view === view);
    if (file === undefined) return;
    this.shown = this.shown.filter((one) => one !== file);
    if (this.keeper.textOf(pathOf(uri)) !== undefined) this.write(pathOf(uri), view.state.doc.toString());
    this.client.didClose(uri);
  }
  // Nothing is shown before there is a connection.
  override connected(): void {}

  // Edits of a file that no editor shows, too: of a name that is renamed in several.
  override updateFile(uri: string, update: TransactionSpec): void {
    const file = this.getFile(uri), view = file?.getView();
    if (file === null) return;
    if (view) view.dispatch(update);
    else this.keeper.replace(pathOf(uri), ChangeSet.of(update.changes as ChangeSpec, file.doc.length).apply(file.doc).toString());
  }
  override async displayFile(uri: string): Promise<EditorView | null> {
    const path = pathOf(uri);
    if (this.keeper.textOf(path) === undefined) return null;
    await this.keeper.show(path);
    const view = this.getFile(uri)?.getView() ?? null;
    view?.focus();
    return view;
  }

  private nextVersion(uri: string): number {
    const next = (this.versions.get(uri) ?? -1) + 1;
    this.versions.set(uri, next);
    return next;
  }
}
