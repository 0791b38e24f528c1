// A page of the studio in a webview: a moment, the map and a run of a file, as its text stands in the editor. The language server
// answers it, and what is edited there are edits of the text, each one undo.

import * as vscode from 'vscode';
import type { LanguageClient, WorkspaceEdit as ProtocolEdit } from 'vscode-languageclient/node';

import type { FromPage, Place, Text, ToPage, View } from './messages';

const kMostFiles = 300; // whose texts the page has
const kFolder = ['out', 'page'];

// The files of the page, in the extension `extension`.
export const folderOf = (extension: vscode.Uri): vscode.Uri => vscode.Uri.joinPath(extension, ...kFolder);
export function optionsOf(extension: vscode.Uri): vscode.WebviewOptions {
  return { enableScripts: true, localResourceRoots: [folderOf(extension)] };
}

const textOf = (document: vscode.TextDocument): Text => ({ text: document.getText(), version: document.version });

export class StudioPage implements vscode.Disposable {
  private file: vscode.Uri | undefined;
  private look: Extract<ToPage, { kind: 'look' }> | undefined;
  private root = ''; // as a person reads it
  private readonly known = new Map<string, vscode.Uri>(); // by path
  private readonly asked = new Map<number, vscode.CancellationTokenSource>();
  private readonly watched: vscode.Disposable[];
  private isReady = false;
  private isDragging = false;
  private edits = Promise.resolve(); // one after the other
  private isListing = false;

  constructor(private readonly webview: vscode.Webview, extension: vscode.Uri, private readonly client: () => LanguageClient | undefined) {
    const source = webview.cspSource, address = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(folderOf(extension), name));
    this.watched = [
      webview.onDidReceiveMessage((said: FromPage) => this.hear(said)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.changed(document)),
      vscode.languages.onDidChangeDiagnostics(({ uris }) => uris.forEach((uri) => this.judge(uri))),
    ];
    webview.html = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; ` +
      `img-src data:; style-src ${source} 'unsafe-inline'; script-src ${source}"><link rel="stylesheet" href="${address('page.css')}"></head>` +
      `<body><div id="page"></div><script src="${address('page.js')}"></script></body></html>`;
  }
  dispose(): void {
    this.isReady = false; // what is answered from now on has nobody to go to
    for (const one of [...this.watched, ...this.asked.values()]) one.dispose();
  }

  get shown(): vscode.Uri | undefined { return this.file; }
  get test(): string | undefined { return this.look?.test; }

  // Shows a file; where it is shown already, what is set in the page stays.
  async show(file: vscode.Uri, look: { view?: View; test?: string }): Promise<void> {
    const isOther = this.file?.toString() !== file.toString();
    this.file = file;
    this.look = { kind: 'look', ...look };
    if (!this.isReady) return;
    if (isOther) await this.open();
    else this.tell(this.look);
  }
  // Tells the page where the cursor stands.
  point(at: { uri: vscode.Uri; position: vscode.Position }): void {
    const path = this.pathOf(at.uri);
    if (this.isReady && this.known.has(path)) this.tell({ kind: 'cursor', at: { path, line: at.position.line, character: at.position.character } });
  }
  // The language server was started anew.
  async again(): Promise<void> {
    if (this.isReady) await this.open();
  }

  private tell(message: ToPage): void {
    if (this.isReady) void this.webview.postMessage(message);
  }
  private pathOf(uri: vscode.Uri): string {
    const whole = decodeURIComponent(this.client()?.code2ProtocolConverter.asUri(uri) ?? uri.toString());
    return this.root !== '' && whole.startsWith(this.root) ? whole.slice(this.root.length) : whole;
  }
  private uriOf(path: string): vscode.Uri | undefined {
    return this.known.get(path);
  }

  private async open(): Promise<void> {
    const { file } = this, client = this.client();
    if (file === undefined || client === undefined) return;
    const folder = vscode.workspace.getWorkspaceFolder(file)?.uri ?? vscode.Uri.joinPath(file, '..');
    const root = `${client.code2ProtocolConverter.asUri(folder)}/`, documents: vscode.TextDocument[] = [];
    for (const uri of await this.filesOf(file)) {
      const document = await vscode.workspace.openTextDocument(uri).then((one) => one, () => undefined);
      if (document !== undefined) documents.push(document);
    }
    if (this.file !== file || !this.isReady) return; // another one is shown by now, or none
    // From here on each change is told.
    this.root = decodeURIComponent(root);
    this.known.clear();
    for (const { uri } of documents) this.known.set(this.pathOf(uri), uri);
    const files = Object.fromEntries(documents.map((one) => [this.pathOf(one.uri), textOf(one)]));
    this.tell({ kind: 'open', root, path: this.pathOf(file), files });
    for (const uri of this.known.values()) this.judge(uri);
    if (this.look !== undefined) this.tell(this.look);
  }
  // A file and all that it includes, as the server knows them.
  private async filesOf(file: vscode.Uri): Promise<vscode.Uri[]> {
    const client = this.client(), found = new Map([[file.toString(), file]]);
    if (client === undefined) return [];
    for (const uri of found.values()) {
      const links = await client.sendRequest<{ target?: string }[] | null>('textDocument/documentLink', { textDocument: { uri: client.code2ProtocolConverter.asUri(uri) } })
        .catch(() => null);
      for (const { target } of links ?? []) {
        if (target === undefined || found.size >= kMostFiles) continue;
        const included = vscode.Uri.parse(target);
        if (included.fsPath.endsWith('.ishi.yaml') && !found.has(included.toString())) found.set(included.toString(), included);
      }
    }
    return [...found.values()];
  }

  private changed(document: vscode.TextDocument): void {
    const path = this.pathOf(document.uri);
    if (!this.isReady || !this.known.has(path)) return;
    this.tell({ kind: 'text', path, text: textOf(document) });
    if (/^include:/m.test(document.getText())) void this.list();
  }
  // Files that are included since a text has changed.
  private async list(): Promise<void> {
    const { file } = this;
    if (file === undefined || this.isListing) return;
    this.isListing = true;
    const files = await this.filesOf(file).finally(() => { this.isListing = false; });
    for (const uri of files) {
      const path = this.pathOf(uri);
      if (this.known.has(path) || this.file !== file) continue;
      const document = await vscode.workspace.openTextDocument(uri).then((one) => one, () => undefined);
      if (document === undefined || this.known.has(path)) continue;
      this.known.set(path, uri);
      this.tell({ kind: 'text', path, text: textOf(document) });
    }
  }
  private judge(uri: vscode.Uri): void {
    const path = this.pathOf(uri);
    if (!this.isReady || !this.known.has(path)) return;
    const errors = vscode.languages.getDiagnostics(uri).filter((one) => one.severity === vscode.DiagnosticSeverity.Error)
      .map((one) => ({ message: one.message, line: one.range.start.line }));
    this.tell({ kind: 'judged', path, errors });
  }

  private async hear(said: FromPage): Promise<void> {
    switch (said.kind) {
      case 'ready':
        this.isReady = true;
        return this.open();
      case 'ask': return this.ask(said.id, said.method, said.params);
      case 'cancel':
        this.asked.get(said.id)?.cancel();
        return;
      case 'apply':
        this.edits = this.edits.then(() => this.apply(said));
        return this.edits;
      case 'settle':
        this.isDragging = false;
        return;
      case 'goTo': return this.goTo(said.at);
      case 'undo':
        if (this.file === undefined) return;
        await this.editorOf(await vscode.workspace.openTextDocument(this.file), false);
        await vscode.commands.executeCommand(said.isBack ? 'redo' : 'undo');
        return;
    }
  }

  // The page may ask for commands of the language server, and for the places of names.
  private async ask(id: number, method: string, params: unknown): Promise<void> {
    const client = this.client(), command = String((params as { command?: unknown } | null)?.command ?? '');
    const isKnown = method === 'workspace/symbol' || (method === 'workspace/executeCommand' && command.startsWith('ishi.'));
    if (client === undefined || !isKnown) {
      this.tell({ kind: 'answer', id, fault: client === undefined ? 'the language server does not run' : `${method} is not asked here` });
      return;
    }
    const wanted = new vscode.CancellationTokenSource();
    this.asked.set(id, wanted);
    await client.sendRequest(method, params, wanted.token).then(
      (result) => this.tell({ kind: 'answer', id, result }),
      (error: Error) => this.tell({ kind: 'answer', id, fault: error.message }));
    this.asked.delete(id);
    wanted.dispose();
  }

  private async apply({ id, edit, versions, isOnTheWay }: Extract<FromPage, { kind: 'apply' }>): Promise<void> {
    const client = this.client();
    try {
      if (client === undefined) throw new Error('the language server does not run');
      const made = await client.protocol2CodeConverter.asWorkspaceEdit(edit as ProtocolEdit);
      const changed = made.entries();
      const documents = await Promise.all(changed.map(([uri]) => vscode.workspace.openTextDocument(uri)));
      for (const document of documents) {
        const path = this.pathOf(document.uri);
        if (versions[path] === document.version) continue;
        this.known.set(path, document.uri);
        this.changed(document);
        this.tell({ kind: 'answer', id, result: false });
        return;
      }
      const before = documents.map((one) => one.version).join();
      const isDrag = isOnTheWay && documents.length === 1;
      const isMade = isDrag ? await this.drag(documents[0], changed[0][1]) : await vscode.workspace.applyEdit(made);
      this.isDragging = isDrag;
      // The editor may say no after it has changed the text, when something that follows the change fails.
      if (!isMade && documents.map((one) => one.version).join() === before) throw new Error('the editor did not take the edit');
      this.tell({ kind: 'answer', id, result: true });
    } catch (error) {
      this.tell({ kind: 'answer', id, fault: (error as Error).message });
    }
  }
  private async drag(document: vscode.TextDocument, edits: vscode.TextEdit[]): Promise<boolean> {
    const editor = await this.editorOf(document, true);
    return editor.edit((all) => edits.forEach((one) => all.replace(one.range, one.newText)), { undoStopBefore: !this.isDragging, undoStopAfter: false });
  }

  private async editorOf(document: vscode.TextDocument, isToStay: boolean): Promise<vscode.TextEditor> {
    const seen = vscode.window.visibleTextEditors.find((one) => one.document.uri.toString() === document.uri.toString());
    if (seen !== undefined && isToStay) return seen;
    return vscode.window.showTextDocument(document, { viewColumn: seen?.viewColumn ?? vscode.ViewColumn.One, preserveFocus: isToStay });
  }
  private async goTo({ path, line, character }: Place): Promise<void> {
    const uri = this.uriOf(path);
    if (uri === undefined) return;
    const at = new vscode.Position(line, character);
    const seen = vscode.window.visibleTextEditors.find((one) => one.document.uri.toString() === uri.toString());
    await vscode.window.showTextDocument(uri, { viewColumn: seen?.viewColumn ?? vscode.ViewColumn.One, selection: new vscode.Range(at, at), preserveFocus: true });
  }
}
