import * as childProcess from 'child_process';
import * as crypto from 'crypto';
import * as path from 'path';
import * as vscode from 'vscode';
import { LanguageClient, LanguageClientOptions, ServerOptions, State, WorkspaceEdit as ProtocolEdit } from 'vscode-languageclient/node';

import { EditedPart, mapPage, placeOf, SaidOfMap, ShownMap } from './mapPage';
import { Box, conditionOf, isOfKind, Part, partOf, statesOf } from './parts';
import { findTool } from './tool';
import { Decision, decisionHtml, Key, Said, setWord, Shown, slidersOf, whyPage } from './whyPage';

interface TestRun {
  name: string;
  passed: boolean;
  outcome: string;
  message: string;
  range: { start: vscode.Position; end: vscode.Position };
}

let client: LanguageClient | undefined;
let tool: string | undefined;

const workspaceFolders = () => (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);

async function start(context: vscode.ExtensionContext): Promise<void> {
  // Where the setting leads nowhere by now, the tool that ran goes on.
  tool = findTool(vscode.workspace.getConfiguration('ishi').get<string>('path', ''), workspaceFolders(), process.env.PATH ?? '') ?? tool;
  status.tell();
  await vscode.commands.executeCommand('setContext', 'ishi.hasTool', tool !== undefined);
  if (tool === undefined) {
    const answer = await vscode.window.showErrorMessage(
      'The tool `ishi` is neither on the PATH nor in this workspace. Build it (scripts/demo of Ishi leaves it in build/release/compiler) and put it on the PATH, or say where it is.',
      'Open the setting');
    if (answer !== undefined) await vscode.commands.executeCommand('workbench.action.openSettings', 'ishi.path');
    return;
  }
  const server: ServerOptions = { command: tool, args: ['lsp'] };
  const options: LanguageClientOptions = {
    documentSelector: [{ language: 'ishi' }],
    synchronize: { fileEvents: [] },
    initializationOptions: { commands: ['ishi.whyTest', 'ishi.playTest', 'ishi.debugTest', 'ishi.debugScene'], pictures: true },
    middleware: {
      // The test explorer shows what a lens has run.
      executeCommand: async (command, words, next) => {
        if (command === 'ishi.runTest') return tests.runOne(vscode.Uri.parse(words[0]), words[1]);
        return next(command, words);
      },
    },
  };
  client = new LanguageClient('ishi', 'Ishi', server, options);
  context.subscriptions.push(client.onDidChangeState((change) => {
    status.tell();
    if (change.newState === State.Running) void tests.refreshAll();
  }));
  await client.start();
}

// The entry of the status bar: which tool it is, and how the tests have come out.
class Status {
  private readonly item = vscode.window.createStatusBarItem('ishi', vscode.StatusBarAlignment.Left);
  private outcomes = new Map<string, boolean>();

  constructor(context: vscode.ExtensionContext) {
    this.item.name = 'Ishi';
    context.subscriptions.push(this.item, vscode.window.onDidChangeActiveTextEditor(() => this.tell()));
  }
  note(test: string, passed: boolean): void {
    this.outcomes.set(test, passed);
    this.tell();
  }
  tell(): void {
    const isSeen = vscode.window.activeTextEditor?.document.languageId === 'ishi' || tool === undefined;
    const failed = [...this.outcomes.values()].filter((passed) => !passed).length, count = this.outcomes.size;
    const isRunning = client?.state === State.Running;
    const tests = count === 0 ? '' : failed === 0 ? ` $(pass) ${count}` : ` $(error) ${failed} of ${count}`;
    this.item.text = tool === undefined ? '$(warning) Ishi: no tool' : isRunning ? `$(check) Ishi${tests}` : '$(sync~spin) Ishi';
    this.item.tooltip = tool === undefined ? 'The tool `ishi` is not there. Click to say where it is.'
      : `${tool}${count === 0 ? '' : `\n${count - failed} tests passed, ${failed} failed, of those that were run here`}\nClick to see the tests.`;
    this.item.command = tool === undefined ? 'ishi.openSetting' : 'workbench.view.testing.focus';
    if (isSeen) this.item.show();
    else this.item.hide();
  }
}

// What the tool does as tasks of VS Code, whose findings are problems.
class Tasks implements vscode.TaskProvider {
  provideTasks(): vscode.Task[] {
    return (vscode.workspace.workspaceFolders ?? []).flatMap((folder) =>
      ['check', 'test', 'build'].map((verb) => this.make(folder, { type: 'ishi', verb })));
  }
  resolveTask(task: vscode.Task): vscode.Task | undefined {
    const folder = typeof task.scope === 'object' ? task.scope : vscode.workspace.workspaceFolders?.[0];
    return folder === undefined ? undefined : this.make(folder, task.definition as vscode.TaskDefinition & { verb: string; arguments?: string[] });
  }
  private make(folder: vscode.WorkspaceFolder, definition: vscode.TaskDefinition & { verb: string; arguments?: string[] }): vscode.Task {
    const words = [definition.verb, ...(definition.arguments ?? (definition.verb === 'build' ? ['.', '-o', 'build'] : ['.']))];
    const task = new vscode.Task(definition, folder, definition.verb, 'ishi', new vscode.ProcessExecution(tool ?? 'ishi', words), '$ishi');
    if (definition.verb === 'build') task.group = vscode.TaskGroup.Build;
    if (definition.verb === 'test') task.group = vscode.TaskGroup.Test;
    return task;
  }
}

const kFiles = '**/*.ishi.yaml', kNoFiles = '**/node_modules/**';
const kMostFiles = 500; // whose tests are listed though they are not open

// The tests of the workspace's files, run by the server on the texts as they are.
class Tests {
  private readonly controller = vscode.tests.createTestController('ishi', 'Ishi');

  constructor(context: vscode.ExtensionContext) {
    context.subscriptions.push(this.controller);
    this.controller.createRunProfile('Run', vscode.TestRunProfileKind.Run, (request, token) => this.run(request, token), true);
    this.controller.createRunProfile('Debug', vscode.TestRunProfileKind.Debug, async (request) => {
      const item = request.include?.[0];
      if (item?.uri !== undefined && item.parent !== undefined) await debug(item.uri, { test: item.label });
    });
    this.controller.refreshHandler = () => this.refreshAll();
    context.subscriptions.push(vscode.workspace.onDidOpenTextDocument((document) => this.refresh(document)));
    context.subscriptions.push(vscode.workspace.onDidSaveTextDocument((document) => this.refresh(document)));
    context.subscriptions.push(vscode.workspace.onDidCloseTextDocument((document) => this.refreshClosed(document.uri)));
    const watcher = vscode.workspace.createFileSystemWatcher(kFiles);
    context.subscriptions.push(watcher, watcher.onDidCreate((uri) => this.refreshClosed(uri)), watcher.onDidChange((uri) => this.refreshClosed(uri)),
      watcher.onDidDelete((uri) => this.controller.items.delete(uri.toString())));
  }

  async refreshAll(): Promise<void> {
    for (const document of vscode.workspace.textDocuments) await this.refresh(document);
    for (const uri of await vscode.workspace.findFiles(kFiles, kNoFiles, kMostFiles)) await this.refreshClosed(uri);
  }

  // Of a file that no editor shows the names of the tests are known, not their lines.
  private async refreshClosed(uri: vscode.Uri): Promise<void> {
    const isOpen = vscode.workspace.textDocuments.some((one) => !one.isClosed && one.uri.toString() === uri.toString());
    if (isOpen || client === undefined || client.state !== State.Running) return;
    const own = client.code2ProtocolConverter.asUri(uri);
    const subjects = await client.sendRequest<{ tests: { name: string }[] }>('workspace/executeCommand', { command: 'ishi.subjects', arguments: [own] })
      .catch(() => undefined);
    this.list(uri, (subjects?.tests ?? []).map(({ name }) => ({ name })));
  }

  private list(uri: vscode.Uri, found: { name: string; range?: vscode.Range }[]): void {
    const id = uri.toString();
    if (found.length === 0) {
      this.controller.items.delete(id);
      return;
    }
    const file = this.controller.createTestItem(id, path.basename(uri.fsPath), uri);
    file.description = vscode.workspace.asRelativePath(path.dirname(uri.fsPath), false);
    for (const { name, range } of found) {
      const item = this.controller.createTestItem(`${id}#${name}`, name, uri);
      item.range = range;
      file.children.add(item);
    }
    this.controller.items.add(file);
  }

  async refresh(document: vscode.TextDocument): Promise<void> {
    if (document.languageId !== 'ishi' || client === undefined || client.state !== State.Running) return;
    const lenses = await client.sendRequest<{ range: vscode.Range; command: { command: string; arguments: string[] } }[] | null>(
      'textDocument/codeLens', { textDocument: { uri: client.code2ProtocolConverter.asUri(document.uri) } });
    this.list(document.uri, (lenses ?? []).filter((lens) => lens.command.command === 'ishi.runTest')
      .map((lens) => ({ name: lens.command.arguments[1], range: client!.protocol2CodeConverter.asRange(lens.range) })));
  }

  async runOne(uri: vscode.Uri, name: string): Promise<void> {
    const file = this.controller.items.get(uri.toString());
    const item = file?.children.get(`${uri.toString()}#${name}`);
    if (item !== undefined) await this.run(new vscode.TestRunRequest([item]));
  }

  // A test that a newer text or the person has stopped is told as such.
  private async run(request: vscode.TestRunRequest, token?: vscode.CancellationToken): Promise<void> {
    const run = this.controller.createTestRun(request);
    const chosen: readonly vscode.TestItem[] = request.include ?? [...this.items()];
    for (const item of chosen) {
      const isFile = item.parent === undefined;
      if (item.uri === undefined || client === undefined) continue;
      const children: vscode.TestItem[] = [];
      if (isFile) item.children.forEach((child) => children.push(child));
      else children.push(item);
      for (const child of children) run.started(child);
      const uri = client.code2ProtocolConverter.asUri(item.uri);
      const params = isFile ? { command: 'ishi.runTests', arguments: [uri] } : { command: 'ishi.runTest', arguments: [uri, item.label] };
      // Without a token the client would take nothing for another parameter.
      const rest = token === undefined ? [] : [token];
      const result = await client.sendRequest<{ tests: TestRun[] }>('workspace/executeCommand', params, ...rest)
        .catch((error: Error) => error.message);
      if (typeof result === 'string') {
        for (const child of children) run.errored(child, new vscode.TestMessage(result));
        continue;
      }
      for (const child of children) {
        const found = result.tests.find((one) => one.name === child.label);
        if (found === undefined) {
          run.errored(child, new vscode.TestMessage('It was not run: the file has errors.'));
          continue;
        }
        // Of a file that is not open the lines are known by now.
        const range = client.protocol2CodeConverter.asRange(found.range);
        child.range ??= range;
        const message = new vscode.TestMessage(found.message);
        message.location = new vscode.Location(item.uri, child.range);
        run.appendOutput(`${found.passed ? '✔' : '✘'} ${child.label}${found.message === '' ? '' : `\n${found.message}`}\n`.replace(/\n/g, '\r\n'), message.location, child);
        status.note(child.id, found.passed);
        if (found.passed) run.passed(child);
        else run.failed(child, message);
      }
    }
    run.end();
  }

  private *items(): Iterable<vscode.TestItem> {
    const all: vscode.TestItem[] = [];
    this.controller.items.forEach((item) => all.push(item));
    yield* all;
  }
}

async function debug(uri: vscode.Uri, what: { test?: string; scene?: string }): Promise<boolean> {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  return vscode.debug.startDebugging(folder, {
    type: 'ishi', request: 'launch', name: what.test ?? what.scene ?? 'ishi', program: uri.fsPath, stopOnEntry: true, ...what,
  });
}

// One of the games that run and let viewers join.
async function pickGame(): Promise<string | undefined> {
  if (tool === undefined) return undefined;
  const program = tool;
  const listed = await new Promise<string>((resolve) =>
    childProcess.execFile(program, ['live', '--format', 'json'], (_, output) => resolve(output ?? '')));
  const names = listed.split('\n').filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { game: string; process: number }).map((one) => `${one.game}-${one.process}`);
  if (names.length > 0) return vscode.window.showQuickPick(names, { placeHolder: 'Which game?' });
  await vscode.window.showInformationMessage('No game runs that lets viewers join (ishi::live).');
  return undefined;
}

// Hot reload: when a source is saved, everything that is debugged goes on with it, and agents keep their state.
class HotReload {
  private sessions = new Set<vscode.DebugSession>();

  constructor(context: vscode.ExtensionContext) {
    context.subscriptions.push(
      vscode.debug.onDidStartDebugSession((session) => {
        if (session.type === 'ishi' && session.configuration.recording === undefined) this.sessions.add(session);
      }),
      vscode.debug.onDidTerminateDebugSession((session) => this.sessions.delete(session)),
      vscode.workspace.onDidSaveTextDocument((document) => this.saved(document)),
    );
  }

  private async saved(document: vscode.TextDocument): Promise<void> {
    if (document.languageId !== 'ishi') return;
    if (!vscode.workspace.getConfiguration('ishi').get<boolean>('debug.hotReloadOnSave', true)) return;
    for (const session of this.sessions) {
      const said: string = await Promise.resolve(session.customRequest('hotReload'))
        .then((answer: { message: string }) => answer.message, (error: Error) => error.message);
      vscode.debug.activeDebugConsole.appendLine(said);
      // Of an error the last line says what becomes of the run; the error itself is among the problems.
      vscode.window.setStatusBarMessage(`$(sync) ${session.name}: ${said.split('\n').at(-1)}`, 8000);
    }
  }
}

// The tool as a debug adapter; without a configuration of its own the file in the editor is debugged.
class Debugging implements vscode.DebugAdapterDescriptorFactory, vscode.DebugConfigurationProvider {
  createDebugAdapterDescriptor(): vscode.DebugAdapterExecutable {
    if (tool === undefined) throw new Error('The tool `ishi` is not there: see the setting ishi.path.');
    return new vscode.DebugAdapterExecutable(tool, ['dap'], { cwd: workspaceFolders()[0] });
  }

  async resolveDebugConfiguration(_: vscode.WorkspaceFolder | undefined, asked: vscode.DebugConfiguration): Promise<vscode.DebugConfiguration | undefined> {
    if (asked.request === 'attach' && !asked.game) {
      const game = await pickGame();
      return game === undefined ? undefined : { ...asked, game };
    }
    const document = vscode.window.activeTextEditor?.document;
    const isEmpty = asked.type === undefined && asked.request === undefined;
    if (!isEmpty || document?.languageId !== 'ishi') return asked;
    return { type: 'ishi', request: 'launch', name: path.basename(document.uri.fsPath), program: document.uri.fsPath, stopOnEntry: true };
  }
}

function play(uri: vscode.Uri, test: string): void {
  if (tool === undefined) return;
  const terminal = vscode.window.createTerminal({
    name: `play: ${test}`, shellPath: tool, shellArgs: ['play', '--step', '--test', test, uri.fsPath], cwd: path.dirname(uri.fsPath),
  });
  terminal.show();
}

// Why the test under the cursor comes out as it does.
class WhyPanel implements vscode.WebviewViewProvider {
  private view: vscode.WebviewView | undefined;
  private shown: { uri: vscode.Uri; test: string } | undefined;
  private readonly set = new Map<string, number>();
  private keys: Key[] = [];
  private given: Record<string, string> = {}; // by the test; kept while the text has errors
  private isAsking = false;
  private isStale = false;

  resolveWebviewView(view: vscode.WebviewView): void {
    this.view = view;
    view.webview.options = { enableScripts: true };
    view.webview.onDidReceiveMessage((said: Said) => {
      if (said.reset === true) this.set.clear();
      else if (said.key !== undefined && said.value !== undefined) this.set.set(said.key, said.value);
      void this.update();
    });
    view.webview.html = whyPage(crypto.randomBytes(16).toString('hex'));
  }

  async show(uri: vscode.Uri, test: string): Promise<void> {
    this.turnTo(uri, test);
    await vscode.commands.executeCommand('ishi.why.focus');
    await this.update();
  }

  // The cursor stands in another test.
  async follow(uri: vscode.Uri, test: string): Promise<void> {
    if (this.view?.visible !== true) return;
    if (this.shown?.test === test && this.shown.uri.toString() === uri.toString()) return;
    this.turnTo(uri, test);
    await this.update();
  }

  async changed(uri: vscode.Uri): Promise<void> {
    if (this.shown?.uri.toString() === uri.toString()) await this.update();
  }

  private turnTo(uri: vscode.Uri, test: string): void {
    this.shown = { uri, test };
    this.set.clear();
    this.given = {};
  }

  // One question at a time: what changes while it is asked is asked next, and steps between are left out.
  private async update(): Promise<void> {
    this.isStale = true;
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      while (this.isStale) {
        this.isStale = false;
        const shown = await this.ask();
        if (shown !== undefined) await this.view?.webview.postMessage(shown);
      }
    } finally {
      this.isAsking = false;
    }
  }

  private async ask(): Promise<Shown | undefined> {
    if (this.view === undefined || this.shown === undefined || client === undefined) return undefined;
    const { uri, test } = this.shown, own = client.code2ProtocolConverter.asUri(uri);
    const command = <T>(name: string, ...rest: unknown[]) =>
      client!.sendRequest<T>('workspace/executeCommand', { command: name, arguments: [own, ...rest] });
    try {
      const keys = (await command<{ keys: Key[] }>('ishi.subjects')).keys
        .filter((key) => key.ranged && (key.kind === 'number' || key.kind === 'whole'));
      const set = [...this.set].map(([name, value]) => setWord(keys.find((one) => one.name === name), name, value));
      // The server answers of the text as it stands in the editor, saved or not, what `ishi why` says of a file.
      const decision = await command<Decision>('ishi.decide', { test, set, flips: false });
      [this.keys, this.given] = [keys, decision.given ?? {}];
      return { test, decision: decisionHtml(decision), sliders: slidersOf(keys, this.given, this.set) };
    } catch (error) {
      return { test, decision: decisionHtml((error as Error).message), sliders: slidersOf(this.keys, this.given, this.set) };
    }
  }
}

// The maps of a file's agents, beside its text, in which it can be edited: what is done there are edits of the text, each one undo.
class MapPanel {
  private panel: vscode.WebviewPanel | undefined;
  private shown: vscode.Uri | undefined;
  private isAsking = false;
  private isStale = false;
  // The box that is edited, and where its text stands.
  private chosen: (Box & { uri: vscode.Uri }) | undefined;
  private depth = 0; // how many keys lead to the part of that box
  private said = { said: '', isRefusal: false };
  private edits = Promise.resolve(); // one after the other

  async show(uri: vscode.Uri): Promise<void> {
    if (this.shown?.toString() !== uri.toString()) this.chosen = undefined;
    this.shown = uri;
    if (this.panel === undefined) {
      const panel = vscode.window.createWebviewPanel('ishi.map', 'Map', vscode.ViewColumn.Beside,
        { enableScripts: true, retainContextWhenHidden: true });
      this.panel = panel;
      panel.onDidDispose(() => { this.panel = this.chosen = undefined; });
      panel.webview.onDidReceiveMessage((said: SaidOfMap) => this.hear(said));
      panel.webview.html = mapPage(crypto.randomBytes(16).toString('hex'));
    } else {
      this.panel.reveal(undefined, true);
    }
    await this.update();
  }

  async changed(uri: vscode.Uri): Promise<void> {
    const isItsOwn = [this.shown, this.chosen?.uri].some((one) => one?.toString() === uri.toString());
    if (this.panel !== undefined && isItsOwn) await this.update();
  }

  private async hear({ address, kind, name, agent, close, edit }: SaidOfMap): Promise<void> {
    this.said = { said: '', isRefusal: false };
    if (edit !== undefined) return (this.edits = this.edits.then(() => this.make(edit.of, edit.what)));
    if (close === true) this.chosen = undefined;
    if (address === undefined) return this.update();
    const place = placeOf(address);
    if (place === undefined) return;
    const at = new vscode.Position(place.line, 0);
    const uri = vscode.Uri.parse(place.uri);
    await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.One, selection: new vscode.Range(at, at), preserveFocus: true });
    if (kind === undefined || name === undefined) return;
    this.chosen = { uri, kind, name, agent: agent ?? '', line: place.line };
    await this.update();
  }

  // Makes an edit of a part, or of the file that is shown (null). Where a text has changed meanwhile it is asked again.
  private async make(of: EditedPart | null, what: Record<string, unknown>): Promise<void> {
    const { chosen, shown } = this;
    if (client === undefined || chosen === undefined || shown === undefined) return;
    try {
      // A new state stands within its agent.
      const whole = of === null && what.of === 'state' ? (await this.partsOf(shown)).find((one) => one.of === 'other' && one.at[0] === 'agents' && one.name === chosen.agent) : undefined;
      const part = of ?? whole ?? null;
      const argument = { ...what, at: part?.at ?? [], ...(part === null ? {} : { expected: part.name, number: part.number ?? 0, uri: part.path }) };
      const documents = await Promise.all([shown, chosen.uri].map((one) => vscode.workspace.openTextDocument(one)));
      const versions = () => documents.map((one) => one.version).join();
      for (let attempt = 1; ; ++attempt) {
        const before = versions();
        const answer = await client.sendRequest<{ edit: ProtocolEdit; written: { uri: string; range: { start: { line: number; character: number } } } | null; note: string }>(
          'workspace/executeCommand', { command: 'ishi.edit', arguments: [client.code2ProtocolConverter.asUri(shown), argument] });
        if (versions() !== before) {
          if (attempt === 4) throw new Error('the text changes all the time; ask again once it rests');
          continue;
        }
        // The panel hears of the new text before the editor has said that it took it.
        const { name } = chosen, isOfBox = of !== null && of.name === name && of.at.length === this.depth;
        if (what.do === 'rename' && isOfBox) chosen.name = String(what.name);
        const isMade = await vscode.workspace.applyEdit(await client.protocol2CodeConverter.asWorkspaceEdit(answer.edit));
        // The editor may say no after it has changed the text, when something that follows the change fails.
        if (!isMade && versions() === before) {
          chosen.name = name;
          throw new Error('the editor did not take the edit');
        }
        this.said = { said: answer.note, isRefusal: false };
        if (what.do === 'remove' && isOfBox) this.chosen = undefined;
        if (what.do === 'add' && answer.written !== null && (what.of === 'action' || what.of === 'state')) {
          const line = answer.written.range.start.line, written = vscode.Uri.parse(answer.written.uri);
          const made = (await this.partsOf(written)).find((one) => one.of === what.of && one.nameRange.start.line === line);
          if (made !== undefined) this.chosen = { uri: written, kind: String(what.of), name: made.name, agent: chosen.agent, line };
        }
        break;
      }
    } catch (error) {
      this.said = { said: `Not done: ${(error as Error).message}.`, isRefusal: true };
    }
    await this.update();
  }

  private async partsOf(uri: vscode.Uri): Promise<Part[]> {
    if (client === undefined) return [];
    const path = client.code2ProtocolConverter.asUri(uri);
    const parts = await client.sendRequest<Omit<Part, 'path'>[] | null>('workspace/executeCommand', { command: 'ishi.parts', arguments: [path] });
    return (parts ?? []).map((part): Part => ({ ...part, path }));
  }
  // The part that is edited, of the text of now; nothing if no part is edited, or a text with errors has hidden it for a while.
  private async edited(): Promise<Pick<ShownMap, 'edited'>> {
    const { chosen } = this;
    if (chosen === undefined) return { edited: null };
    const document = await vscode.workspace.openTextDocument(chosen.uri);
    const lines = document.getText().split(/\r?\n/);
    const own = (await this.partsOf(chosen.uri)).map((one) => (one.of === 'transition' ? { ...one, text: conditionOf(lines, one) } : one));
    const part = partOf(own, chosen);
    if (part === undefined) return {};
    [chosen.name, chosen.line, chosen.count, this.depth] = [part.name, part.nameRange.start.line, own.filter((one) => isOfKind(one, chosen)).length, part.at.length];
    // The list of an agent's actions stands in the file that is shown, while an action may stand in another one.
    const isElsewhere = this.shown !== undefined && this.shown.toString() !== chosen.uri.toString();
    const parts = isElsewhere ? [...own, ...(await this.partsOf(this.shown!))] : own;
    return { edited: { part, parts, states: statesOf(parts, chosen.agent) } };
  }

  // One question at a time, as the panel Why asks.
  private async update(): Promise<void> {
    this.isStale = true;
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      while (this.isStale) {
        this.isStale = false;
        if (this.panel === undefined || this.shown === undefined || client === undefined) return;
        this.panel.title = `Map: ${path.basename(this.shown.fsPath)}`;
        const uri = client.code2ProtocolConverter.asUri(this.shown);
        const svg = await client.sendRequest<string | null>('workspace/executeCommand', { command: 'ishi.map', arguments: [uri, ''] })
          .catch((error: Error) => error);
        const words = svg instanceof Error ? svg.message : svg === null ? 'This file has no agents of its own.' : '';
        const edited = await this.edited().catch(() => ({}));
        await this.panel?.webview.postMessage({ svg: typeof svg === 'string' ? svg : '', words, ...edited, ...this.said });
      }
    } finally {
      this.isAsking = false;
    }
  }
}

// The test around a place: the last lens above it.
async function testAt(editor: vscode.TextEditor): Promise<string | undefined> {
  if (client === undefined) return undefined;
  const lenses = await client.sendRequest<{ range: vscode.Range; command: { command: string; arguments: string[] } }[] | null>(
    'textDocument/codeLens', { textDocument: { uri: client.code2ProtocolConverter.asUri(editor.document.uri) } });
  const line = editor.selection.active.line;
  return (lenses ?? []).filter((lens) => lens.command.command === 'ishi.runTest' && lens.range.start.line <= line)
    .map((lens) => lens.command.arguments[1]).pop();
}

let tests: Tests;
let status: Status;

// A scene of the file in the editor, picked where there are several.
async function debugFile(): Promise<unknown> {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId !== 'ishi' || client === undefined) return vscode.window.showInformationMessage('Open a behaviour (*.ishi.yaml).');
  const uri = client.code2ProtocolConverter.asUri(document.uri);
  const { scenes, tests: found } = await client.sendRequest<{ scenes: { name: string }[]; tests: { name: string; runs: boolean }[] }>(
    'workspace/executeCommand', { command: 'ishi.subjects', arguments: [uri] });
  const all = [...scenes.map(({ name }) => ({ label: name, description: 'scene', what: { scene: name } })),
    ...found.filter((one) => one.runs).map(({ name }) => ({ label: name, description: 'test', what: { test: name } }))];
  if (all.length === 0) return vscode.window.showInformationMessage('This file has no scene, and no test that runs: there is nothing to step through.');
  const picked = all.length === 1 ? all[0] : await vscode.window.showQuickPick(all, { placeHolder: 'What is debugged?' });
  return picked === undefined ? undefined : debug(document.uri, picked.what);
}

// The studio of a folder: the one that was clicked, that of the file in the editor, or the workspace's first.
function openStudio(chosen?: vscode.Uri): void {
  const shown = vscode.window.activeTextEditor?.document.uri;
  const folder = chosen?.fsPath ?? (shown === undefined ? undefined : vscode.workspace.getWorkspaceFolder(shown)?.uri.fsPath ?? path.dirname(shown.fsPath)) ?? workspaceFolders()[0];
  if (folder === undefined || tool === undefined) {
    void vscode.window.showInformationMessage(tool === undefined ? 'The tool `ishi` is not there: see the setting ishi.path.' : 'Open a folder first.');
    return;
  }
  const name = `studio: ${path.basename(folder)}`;
  const open = vscode.window.terminals.find((one) => one.name === name && one.exitStatus === undefined);
  (open ?? vscode.window.createTerminal({ name, shellPath: tool, shellArgs: ['studio', folder], cwd: folder })).show();
}

const kFirstBehaviour = `ishi: 1
blackboard:
  hp: { type: number, range: 0..100, default: 100 }
tasks:
  stroll: { takes: 2s }
  sprint: { takes: 1s }
actions:
  patrol: { score: 0.2, do: [stroll] }
  flee: { score: 1 - hp / 100, do: [sprint] }
agents:
  guard: { actions: [patrol, flee] }
tests:
  a dying guard flees: { agent: guard, given: { hp: 5 }, expect: { picks: flee } }
`;
async function newFile(): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (folder === undefined) {
    void vscode.window.showInformationMessage('Open a folder first.');
    return;
  }
  const uri = vscode.Uri.joinPath(folder.uri, 'guard.ishi.yaml');
  const isThere = await vscode.workspace.fs.stat(uri).then(() => true, () => false);
  if (!isThere) await vscode.workspace.fs.writeFile(uri, Buffer.from(kFirstBehaviour));
  await vscode.window.showTextDocument(uri);
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  status = new Status(context);
  tests = new Tests(context);
  const why = new WhyPanel();
  const map = new MapPanel();
  const debugging = new Debugging();
  new HotReload(context);
  const ofTest = (does: (uri: vscode.Uri, test: string) => unknown) => async (uri?: string, test?: string) => {
    const editor = vscode.window.activeTextEditor;
    if (uri !== undefined && test !== undefined) return does(vscode.Uri.parse(uri), test);
    const found = editor === undefined ? undefined : await testAt(editor);
    if (editor === undefined || found === undefined)
      return vscode.window.showInformationMessage('Put the cursor into a test.');
    return does(editor.document.uri, found);
  };
  context.subscriptions.push(
    vscode.window.registerWebviewViewProvider('ishi.why', why),
    vscode.commands.registerCommand('ishi.whyTest', ofTest((uri, test) => why.show(uri, test))),
    vscode.commands.registerCommand('ishi.playTest', ofTest((uri, test) => play(uri, test))),
    vscode.commands.registerCommand('ishi.drawMap', () => {
      const document = vscode.window.activeTextEditor?.document;
      if (document?.languageId === 'ishi') return map.show(document.uri);
      return vscode.window.showInformationMessage('Open a behaviour (*.ishi.yaml).');
    }),
    vscode.commands.registerCommand('ishi.debugTest', ofTest((uri, test) => debug(uri, { test }))),
    vscode.commands.registerCommand('ishi.debugScene', (uri: string, scene: string) => debug(vscode.Uri.parse(uri), { scene })),
    vscode.commands.registerCommand('ishi.debugFile', debugFile),
    vscode.commands.registerCommand('ishi.openStudio', openStudio),
    vscode.commands.registerCommand('ishi.newFile', newFile),
    vscode.commands.registerCommand('ishi.openSetting', () => vscode.commands.executeCommand('workbench.action.openSettings', 'ishi.path')),
    vscode.tasks.registerTaskProvider('ishi', new Tasks()),
    vscode.debug.registerDebugAdapterDescriptorFactory('ishi', debugging),
    vscode.debug.registerDebugConfigurationProvider('ishi', debugging),
    vscode.commands.registerCommand('ishi.restart', async () => {
      await client?.dispose();
      client = undefined;
      await start(context);
    }),
    vscode.workspace.onDidChangeTextDocument((change) => {
      void map.changed(change.document.uri);
      return why.changed(change.document.uri);
    }),
    vscode.window.onDidChangeTextEditorSelection(async (change) => {
      if (change.textEditor.document.languageId !== 'ishi') return;
      const test = await testAt(change.textEditor);
      if (test !== undefined) await why.follow(change.textEditor.document.uri, test);
    }),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (!change.affectsConfiguration('ishi.path')) return;
      // Where the setting leads nowhere, the tool that runs goes on.
      const setting = vscode.workspace.getConfiguration('ishi').get<string>('path', '');
      const found = findTool(setting, workspaceFolders(), process.env.PATH ?? '');
      if (found === tool && tool !== undefined) return;
      if (found !== undefined || tool === undefined) await vscode.commands.executeCommand('ishi.restart');
      else if (setting !== '') void vscode.window.showWarningMessage(`${setting} is no program that can be run; ${tool} goes on.`);
    }));
  await start(context);
}

export async function deactivate(): Promise<void> {
  await client?.dispose();
}
