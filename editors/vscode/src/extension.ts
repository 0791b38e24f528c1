import * as childProcess from 'child_process';
import * as path from 'path';
import * as vscode from 'vscode';
import { LanguageClient, LanguageClientOptions, ServerOptions, State, StaticFeature, TextDocumentEdit, WorkspaceEdit as ProtocolEdit } from 'vscode-languageclient/node';

import type { View } from './messages';
import { optionsOf, StudioPage } from './studioPage';
import { findTool } from './tool';

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

// The server answers commands with edits, and also sends them to an editor that takes edits from it. The page of the studio makes its
// edits from the answers, so this editor takes none. Edits of a command that a person has begun are made from its answer, too.
const kTakesNoEdits: StaticFeature = {
  fillClientCapabilities: (can) => { can.workspace = { ...can.workspace, applyEdit: false }; },
  initialize: () => {}, getState: () => ({ kind: 'static' }), clear: () => {}, dispose: () => {},
} as StaticFeature;
async function makeEdit(answer: unknown): Promise<void> {
  const isEdit = typeof answer === 'object' && answer !== null && ('documentChanges' in answer || 'changes' in answer);
  if (!isEdit || client === undefined) return;
  const isOlder = ({ textDocument: of }: TextDocumentEdit) => of.version !== null &&
    vscode.workspace.textDocuments.some((one) => client!.code2ProtocolConverter.asUri(one.uri) === of.uri && one.version !== of.version);
  const edit = answer as ProtocolEdit;
  const isMade = !(edit.documentChanges ?? []).some((one) => 'edits' in one && isOlder(one)) &&
    await vscode.workspace.applyEdit(await client.protocol2CodeConverter.asWorkspaceEdit(edit));
  if (!isMade) void vscode.window.showWarningMessage('The text has changed meanwhile, so nothing was done. Ask again.');
}

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
        const answer: unknown = await next(command, words);
        await makeEdit(answer);
        return answer;
      },
    },
  };
  client = new LanguageClient('ishi', 'Ishi', server, options);
  client.registerFeature(kTakesNoEdits);
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

// A test that takes time is played in the page of the studio; one of a single moment goes on in a terminal, step by step.
async function play(studio: StudioPanel, uri: vscode.Uri, test: string): Promise<void> {
  if (tool === undefined) return;
  const { tests: found } = await subjectsOf(uri);
  if (found.some((one) => one.name === test && one.runs)) return studio.show(uri, { view: 'run', test });
  const terminal = vscode.window.createTerminal({
    name: `play: ${test}`, shellPath: tool, shellArgs: ['play', '--step', '--test', test, uri.fsPath], cwd: path.dirname(uri.fsPath),
  });
  terminal.show();
}

// The panel below the editor, which follows the cursor from test to test.
class WhyPanel implements vscode.WebviewViewProvider {
  private view: vscode.WebviewView | undefined;
  private page: StudioPage | undefined;
  private wanted: { uri: vscode.Uri; test: string } | undefined;

  constructor(private readonly extension: vscode.Uri) {}

  async resolveWebviewView(view: vscode.WebviewView): Promise<void> {
    view.webview.options = optionsOf(this.extension);
    const page = new StudioPage(view.webview, this.extension, () => client);
    [this.view, this.page] = [view, page];
    view.onDidDispose(() => {
      page.dispose();
      if (this.page === page) this.view = this.page = undefined;
    });
    if (this.wanted !== undefined) await page.show(this.wanted.uri, { test: this.wanted.test });
  }
  async show(uri: vscode.Uri, test: string): Promise<void> {
    this.wanted = { uri, test };
    await vscode.commands.executeCommand('ishi.why.focus');
    await this.page?.show(uri, { test });
  }
  // The cursor stands in a test, or elsewhere.
  async follow(editor: vscode.TextEditor): Promise<void> {
    const at = { uri: editor.document.uri, position: editor.selection.active };
    this.page?.point(at);
    const test = this.view?.visible === true ? await testAt(editor) : undefined;
    if (test === undefined) return;
    if (this.page?.test === test && this.page.shown?.toString() === at.uri.toString()) return;
    this.wanted = { uri: at.uri, test };
    await this.page?.show(at.uri, { test });
  }
  again(): Promise<void> | undefined { return this.page?.again(); }
}

// The same page beside the text: the map of a file's agents, a run, a moment. It comes back with the window.
class StudioPanel implements vscode.WebviewPanelSerializer {
  private panel: vscode.WebviewPanel | undefined;
  private page: StudioPage | undefined;

  constructor(private readonly extension: vscode.Uri) {}

  async show(uri: vscode.Uri, look: { view?: View; test?: string }): Promise<void> {
    if (this.panel === undefined) {
      this.take(vscode.window.createWebviewPanel('ishi.studio', 'Ishi', vscode.ViewColumn.Beside, { ...optionsOf(this.extension), retainContextWhenHidden: true }));
    } else {
      this.panel.reveal(undefined, true);
    }
    this.panel!.title = `Ishi: ${path.basename(uri.fsPath)}`;
    await this.page!.show(uri, look);
  }
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: { file?: string; view?: View } | undefined): Promise<void> {
    if (state?.file === undefined || this.panel !== undefined) return panel.dispose();
    panel.webview.options = optionsOf(this.extension);
    this.take(panel);
    await this.show(vscode.Uri.parse(state.file), { view: state.view });
  }
  point(at: { uri: vscode.Uri; position: vscode.Position }): void { this.page?.point(at); }
  again(): Promise<void> | undefined { return this.page?.again(); }

  private take(panel: vscode.WebviewPanel): void {
    const page = new StudioPage(panel.webview, this.extension, () => client);
    [this.panel, this.page] = [panel, page];
    panel.onDidDispose(() => {
      page.dispose();
      this.panel = this.page = undefined;
    });
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

interface Subjects {
  scenes: { name: string }[];
  tests: { name: string; runs: boolean }[];
}
const subjectsOf = async (uri: vscode.Uri): Promise<Subjects> => (client === undefined ? { scenes: [], tests: [] }
  : client.sendRequest<Subjects>('workspace/executeCommand', { command: 'ishi.subjects', arguments: [client.code2ProtocolConverter.asUri(uri)] }));

// A scene of the file in the editor, picked where there are several.
async function debugFile(): Promise<unknown> {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId !== 'ishi' || client === undefined) return vscode.window.showInformationMessage('Open a behaviour (*.ishi.yaml).');
  const { scenes, tests: found } = await subjectsOf(document.uri);
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
  const why = new WhyPanel(context.extensionUri);
  const studio = new StudioPanel(context.extensionUri);
  const showFile = (view: View) => () => {
    const document = vscode.window.activeTextEditor?.document;
    if (document?.languageId === 'ishi') return studio.show(document.uri, { view });
    return vscode.window.showInformationMessage('Open a behaviour (*.ishi.yaml).');
  };
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
    vscode.window.registerWebviewViewProvider('ishi.why', why, { webviewOptions: { retainContextWhenHidden: true } }),
    vscode.window.registerWebviewPanelSerializer('ishi.studio', studio),
    vscode.commands.registerCommand('ishi.whyTest', ofTest((uri, test) => why.show(uri, test))),
    vscode.commands.registerCommand('ishi.playTest', ofTest((uri, test) => play(studio, uri, test))),
    vscode.commands.registerCommand('ishi.drawMap', showFile('map')),
    vscode.commands.registerCommand('ishi.watchRun', showFile('run')),
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
      await Promise.all([why.again(), studio.again()]);
    }),
    vscode.window.onDidChangeTextEditorSelection(async ({ textEditor }) => {
      if (textEditor.document.languageId !== 'ishi') return;
      studio.point({ uri: textEditor.document.uri, position: textEditor.selection.active });
      await why.follow(textEditor);
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
