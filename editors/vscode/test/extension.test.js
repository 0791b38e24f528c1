// The extension in a stand-in for VS Code: what it registers, what it asks the server, and what comes of it. Compile it
// first (scripts/pack_vscode).

const assert = require('node:assert/strict');
const fs = require('node:fs');
const Module = require('node:module');
const os = require('node:os');
const path = require('node:path');
const { beforeEach, test } = require('node:test');

const work = fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-extension-'));
const tool = path.join(work, 'ishi');
fs.writeFileSync(tool, '#!/bin/sh\n', { mode: 0o755 });

class Uri {
  constructor(fsPath) { this.fsPath = fsPath; }
  static joinPath(uri, ...names) { return new Uri(path.join(uri.fsPath, ...names)); }
  static parse(text) { return new Uri(text.replace('file://', '')); }
  toString() { return `file://${this.fsPath}`; }
}
class Items {
  constructor() { this.all = new Map(); }
  add(item) { this.all.set(item.id, item); }
  delete(id) { this.all.delete(id); }
  get(id) { return this.all.get(id); }
  forEach(use) { this.all.forEach((item) => use(item)); }
  get size() { return this.all.size; }
}

// What the server says that it runs; a client registers each as a command of the editor (compiler/cli/lsp/lifecycle.cpp).
const lifecycle = fs.readFileSync(path.join(__dirname, '..', '..', '..', 'compiler', 'cli', 'lsp', 'lifecycle.cpp'), 'utf8');
const ofServer = [...lifecycle.matchAll(/"(ishi\.[a-zA-Z]+)"/g)].map((found) => found[1]);

// A webview, alone or as a panel. `said`: what its page was sent.
function webviewOf(title = '') {
  const panel = { title, said: [], dispose() { panel.isGone = true; panel.gone?.(); }, reveal() { ++seen.revealed; }, onDidDispose: (handler) => { panel.gone = handler; } };
  panel.webview = {
    options: {}, html: '', cspSource: 'https://page', asWebviewUri: (uri) => `https://page${uri.fsPath}`, postMessage: async (message) => { panel.said.push(message); },
    onDidReceiveMessage: (handler) => { panel.receive = handler; return { dispose() {} }; },
  };
  return panel;
}

let seen, setting, answers;
// An id stands for one command, as in VS Code: a second one of the same id is an error until the first is disposed of.
function register(name, run) {
  if (seen.commands.has(name)) throw new Error(`command '${name}' already exists`);
  seen.commands.set(name, run);
  return { dispose: () => seen.commands.delete(name) };
}
function stand() {
  seen = { errors: [], terminals: [], profiles: [], commands: new Map(), on: {}, requests: [], ran: [], debugged: [], panels: [], opened: [], revealed: 0, statuses: [], output: [], written: [], edits: [], takes: () => true, documents: {}, ofTheEditor: [], options: undefined, server: undefined };
  setting = tool;
  // All who listen to an event hear of it, in their order.
  const on = (name) => (handler) => {
    const before = seen.on[name];
    seen.on[name] = before === undefined ? handler : (...args) => Promise.all([before(...args), handler(...args)]);
    return { dispose: () => { if (seen.on[name] === handler) delete seen.on[name]; } };
  };
  return {
    CancellationTokenSource: class { constructor() { this.token = { isCancelled: false, cancelled() {} }; } cancel() { this.token.isCancelled = true; this.token.cancelled(); } dispose() {} },
    DiagnosticSeverity: { Error: 0 }, languages: { getDiagnostics: (uri) => seen.wrong?.[String(uri)] ?? [], onDidChangeDiagnostics: on('judged') },
    Uri, ViewColumn: { One: 1, Beside: -2 }, Position: class { constructor(line, character) { Object.assign(this, { line, character }); } },
    Range: class { constructor(start, end) { Object.assign(this, { start, end }); } }, TestRunProfileKind: { Run: 1, Debug: 2 },
    DebugAdapterExecutable: class { constructor(command, args) { this.command = command; this.args = args; } },
    debug: {
      activeDebugConsole: { appendLine: (line) => seen.output.push(line) },
      onDidStartDebugSession: on('started'), onDidTerminateDebugSession: on('terminated'),
      startDebugging: async (folder, configuration) => { seen.debugged.push(configuration); return true; },
      registerDebugAdapterDescriptorFactory: (type, factory) => { seen.adapter = factory; return { dispose() {} }; },
      registerDebugConfigurationProvider: (type, provider) => { seen.configurations = provider; return { dispose() {} }; },
    },
    StatusBarAlignment: { Left: 1 }, TaskGroup: { Build: 'build', Test: 'test' }, Location: class { constructor(uri, range) { Object.assign(this, { uri, range }); } },
    Task: class { constructor(definition, scope, name, source, execution, matcher) { Object.assign(this, { definition, scope, name, source, execution, matcher }); } },
    ProcessExecution: class { constructor(process, args) { Object.assign(this, { process, args }); } },
    tasks: { registerTaskProvider: (type, provider) => { seen.tasks = provider; return { dispose() {} }; } },
    TestRunRequest: class { constructor(include) { this.include = include; } },
    TestMessage: class { constructor(message) { this.message = message; } },
    tests: {
      createTestController: () => (seen.controller = {
        items: new Items(), dispose() {},
        createRunProfile: (label, kind, run) => seen.profiles.push({ label, kind, run }),
        createTestItem: (id, label, uri) => {
          const item = { id, label, uri, children: new Items(), parent: undefined };
          const add = item.children.add.bind(item.children);
          item.children.add = (child) => { child.parent = item; add(child); };
          return item;
        },
        createTestRun: () => ({
          started: (item) => seen.ran.push(['started', item.label]), passed: (item) => seen.ran.push(['passed', item.label]),
          failed: (item, message) => seen.ran.push(['failed', item.label, message.message]),
          appendOutput: (text) => seen.output.push(text),
          errored: (item, message) => seen.ran.push(['errored', item.label, message.message]), end() {},
        }),
      }),
    },
    window: {
      activeTextEditor: undefined,
      setStatusBarMessage: (text) => { seen.statuses.push(text); },
      showWarningMessage: async (message) => { seen.errors.push(message); },
      showErrorMessage: async (message) => { seen.errors.push(message); return undefined; },
      showInformationMessage: async (message) => { seen.errors.push(message); }, showQuickPick: async (names) => names[0],
      terminals: [], onDidChangeActiveTextEditor: on('editor'),
      createStatusBarItem: () => { const item = { show() { item.isShown = true; }, hide() { item.isShown = false; } }; seen.statuses.push(item); return item; },
      createTerminal: (options) => { seen.terminals.push(options); return { show() {} }; },
      createWebviewPanel: (type, title) => {
        seen.panels.push(webviewOf(title));
        return seen.panels.at(-1);
      },
      visibleTextEditors: [], registerWebviewPanelSerializer: (type, serializer) => { seen.serializer = serializer; return { dispose() {} }; },
      showTextDocument: async (of, options) => { seen.opened.push([String(of.uri ?? of), options?.selection?.start.line]); },
      registerWebviewViewProvider: (id, provider) => { seen.provider = provider; return { dispose() {} }; },
      onDidChangeTextEditorSelection: on('selection'),
    },
    workspace: {
      findFiles: async () => seen.files ?? [], asRelativePath: (file) => file, createFileSystemWatcher: () => ({ onDidCreate: on('created'), onDidChange: on('changed'), onDidDelete: on('deleted'), dispose() {} }),
      fs: { stat: async (uri) => { if (!seen.written.some(([path]) => path === String(uri))) throw new Error('not there'); }, writeFile: async (uri, bytes) => { seen.written.push([String(uri), String(bytes)]); } },
      workspaceFolders: [], textDocuments: [], getWorkspaceFolder: () => undefined, getConfiguration: () => ({ get: () => setting }),
      openTextDocument: async (uri) => seen.documents[String(uri)] ?? { uri, version: 1, getText: () => '' },
      applyEdit: async (edit) => { seen.edits.push(edit); return seen.takes(); },
      onDidOpenTextDocument: on('open'), onDidSaveTextDocument: on('save'), onDidCloseTextDocument: on('close'),
      onDidChangeTextDocument: on('change'), onDidChangeConfiguration: on('configuration'),
    },
    commands: {
      registerCommand: register,
      executeCommand: async (name, ...rest) => {
        if (kOfTheEditor.includes(name)) return void seen.ofTheEditor.push(name);
        assert.ok(seen.commands.has(name), `command '${name}' not found`);
        return seen.commands.get(name)(...rest);
      },
    },
  };
}

const kOfTheEditor = ['ishi.why.focus', 'workbench.action.openSettings', 'setContext', 'undo', 'redo'];

let vscode;
const languageClient = {
  State: { Running: 2 },
  LanguageClient: class {
    constructor(id, name, server, options) {
      Object.assign(this, { state: 1, protocol2CodeConverter: { asRange: (range) => range, asWorkspaceEdit: async (edit) => edit }, code2ProtocolConverter: { asUri: String } });
      seen.server = server;
      seen.options = options;
    }
    registerFeature(feature) { feature.fillClientCapabilities(seen.can = { workspace: { applyEdit: true, symbol: {} } }); }
    onDidChangeState(handler) { this.changed = handler; return { dispose() {} }; }
    async start() {
      this.commands = ofServer.map((name) => register(name, (...words) => seen.options.middleware.executeCommand(name, words, () => {})));
      this.state = 2;
      this.changed({ newState: 2 });
    }
    async dispose() { this.commands.forEach((one) => one.dispose()); }
    async sendRequest(method, params, ...rest) {
      assert.ok(!rest.includes(undefined), 'what follows the parameters is a token, or is sent as one more parameter');
      seen.requests.push([method, params]);
      const answer = answers[params.command ?? method];
      if (answer instanceof Error) throw answer;
      return typeof answer === 'function' ? answer(params, rest[0]) : answer;
    }
  },
};
const load = Module._load;
Module._load = function (name, ...rest) {
  if (name === 'vscode') return vscode;
  if (name === 'vscode-languageclient/node') return languageClient;
  return load.call(this, name, ...rest);
};

const document = { languageId: 'ishi', uri: new Uri('/game/guard.ishi.yaml') };
const lens = (name, line) => ({ range: { start: { line } }, command: { command: 'ishi.runTest', arguments: ['file:///game/guard.ishi.yaml', name] } });
const settled = async () => { for (let i = 0; i < 6; ++i) await new Promise(setImmediate); };
let extension;

beforeEach(() => {
  vscode = stand();
  answers = {
    'textDocument/codeLens': [lens('it flees', 3), lens('it shoots', 9)],
    'ishi.runTests': { tests: [{ name: 'it flees', passed: true }, { name: 'it shoots', passed: false, message: 'it picks flee' }] },
    'ishi.runTest': ({ arguments: [, name] }) => ({ tests: [{ name, passed: true }] }),
    'ishi.subjects': { keys: [{ name: 'hp', kind: 'whole', ranged: true, low: 0, high: 100, fallback: 100, unit: '' },
      { name: 'armed', kind: 'boolean', ranged: false, low: 0, high: 1, fallback: 0, unit: '' }] },
    'ishi.decide': { agent: 'guard', importance: null, note: null, given: { hp: '35' }, choice: { action: 'flee', target: null }, options: [
      { action: 'flee', target: null, eligible: true, obstacle: null, score: 0.8, inertia: 0, combine: 'sum', combine_words: null, does_not_compete: [], terms: [] }] },
  };
  for (const name of ['extension', 'studioPage']) delete require.cache[require.resolve(`../out/${name}.js`)];
  extension = require('../out/extension.js');
  vscode.workspace.textDocuments = [document];
});

const activate = async () => { await extension.activate({ subscriptions: [], extensionUri: new Uri('/extension') }); await settled(); };

test('the server is started with the tool, for the language of the extension alone', async () => {
  await activate();
  assert.deepEqual(seen.server, { command: tool, args: ['lsp'] });
  assert.deepEqual(seen.options.documentSelector, [{ language: 'ishi' }]); // so redhat.vscode-yaml is left alone
  assert.deepEqual(seen.options.initializationOptions, { commands: ['ishi.whyTest', 'ishi.playTest', 'ishi.debugTest', 'ishi.debugScene'], pictures: true });
});

test('without a tool it says what to do', async () => {
  setting = '/nowhere/ishi';
  await activate();
  assert.equal(seen.server, undefined);
  assert.match(seen.errors[0], /neither on the PATH nor in this workspace/);
});

test('where the setting leads nowhere, the tool that runs goes on', async () => {
  await activate();
  const before = seen.requests.length;
  setting = '';
  const path = process.env.PATH;
  process.env.PATH = '';
  await seen.on.configuration({ affectsConfiguration: () => true });
  process.env.PATH = path;
  setting = '/nowhere/ishi';
  await seen.on.configuration({ affectsConfiguration: () => true });
  assert.deepEqual(seen.errors, [`/nowhere/ishi is no program that can be run; ${tool} goes on.`]);
  assert.equal(seen.server.command, tool);
  assert.equal(seen.requests.length, before); // nothing was started again
});

test('the test explorer lists, runs and debugs tests', async () => {
  await activate();
  const file = seen.controller.items.get(document.uri.toString());
  assert.equal(file.label, 'guard.ishi.yaml');
  assert.equal(file.children.size, 2);
  const [run, debug] = seen.profiles;
  assert.deepEqual([run.kind, debug.kind], [1, 2]);
  await run.run({ include: undefined });
  assert.deepEqual(seen.ran, [['started', 'it flees'], ['started', 'it shoots'], ['passed', 'it flees'], ['failed', 'it shoots', 'it picks flee']]);
  const one = file.children.get(`${document.uri}#it shoots`);
  await debug.run({ include: [one] });
  assert.deepEqual(seen.debugged, [{ type: 'ishi', request: 'launch', name: 'it shoots', program: '/game/guard.ishi.yaml', stopOnEntry: true, test: 'it shoots' }]);
  seen.ran = [];
  answers['ishi.runTests'] = { tests: [] };
  await run.run({ include: [file] });
  assert.equal(seen.ran.filter(([what]) => what === 'errored').length, 2);
});

test('tests of files that no editor shows are listed and run, with their output', async () => {
  seen.files = [new Uri('/game/level/boss.ishi.yaml'), document.uri];
  answers['ishi.subjects'] = { ...answers['ishi.subjects'], tests: [{ name: 'it roars' }] };
  answers['ishi.runTests'] = { tests: [{ name: 'it roars', passed: false, message: 'it picks sleep', range: { start: { line: 7 } } }] };
  await activate();
  const file = seen.controller.items.get('file:///game/level/boss.ishi.yaml');
  assert.deepEqual([file.label, file.description, file.children.size], ['boss.ishi.yaml', '/game/level', 1]);
  assert.equal(seen.controller.items.get(document.uri.toString()).children.size, 2); // of the open one the lenses count
  await seen.profiles[0].run({ include: [file] });
  assert.deepEqual(seen.ran, [['started', 'it roars'], ['failed', 'it roars', 'it picks sleep']]);
  assert.deepEqual(seen.output, ['✘ it roars\r\nit picks sleep\r\n']);
  assert.equal(file.children.get('file:///game/level/boss.ishi.yaml#it roars').range.start.line, 7);
  await seen.on.deleted(new Uri('/game/level/boss.ishi.yaml'));
  assert.equal(seen.controller.items.get('file:///game/level/boss.ishi.yaml'), undefined);
  await seen.on.close(document); // it is on the disk still
  await settled();
  assert.equal(seen.controller.items.get(document.uri.toString()).children.size, 2);
});

test('the status bar says which tool it is and how tests came out', async () => {
  await activate();
  vscode.window.activeTextEditor = { document, selection: { active: { line: 0 } } };
  seen.on.editor();
  const [item] = seen.statuses;
  assert.deepEqual([item.text, item.isShown], ['$(check) Ishi', true]);
  assert.ok(item.tooltip.startsWith(tool));
  await seen.profiles[0].run({ include: undefined });
  assert.equal(item.text, '$(check) Ishi $(error) 1 of 2');
  vscode.window.activeTextEditor = undefined;
  seen.on.editor();
  assert.equal(item.isShown, false);
});

test('check, test and build are tasks, whose findings are problems', async () => {
  vscode.workspace.workspaceFolders = [{ uri: new Uri('/game') }];
  await activate();
  const all = seen.tasks.provideTasks();
  assert.deepEqual(all.map((one) => [one.execution.process, one.execution.args.join(' '), one.matcher, one.group]), [
    [tool, 'check .', '$ishi', undefined], [tool, 'test .', '$ishi', 'test'], [tool, 'build . -o build', '$ishi', 'build']]);
  const own = seen.tasks.resolveTask({ scope: 1, definition: { type: 'ishi', verb: 'fmt', arguments: ['--check', '.'] } });
  assert.deepEqual(own.execution.args, ['fmt', '--check', '.']);
  // The matcher reads what the tool writes.
  const [{ pattern }] = require('../package.json').contributes.problemMatchers;
  const said = ['error[IS301]: the formula says boolean, but `score` wants a number', ' --> game/guard.ishi.yaml:12:9'];
  const found = pattern.map((one, i) => new RegExp(one.regexp).exec(said[i]));
  assert.deepEqual([...found[0].slice(1), ...found[1].slice(1)], ['error', 'IS301', 'the formula says boolean, but `score` wants a number', 'game/guard.ishi.yaml', '12', '9']);
});

test('a scene of the file, the studio and a first behaviour are a click away', async () => {
  vscode.workspace.workspaceFolders = [{ uri: new Uri('/game') }];
  await activate();
  vscode.window.activeTextEditor = { document, selection: { active: { line: 0 } } };
  answers['ishi.subjects'] = { keys: [], scenes: [{ name: 'square' }], tests: [{ name: 'it flees', runs: false }] };
  await seen.commands.get('ishi.debugFile')();
  assert.deepEqual(seen.debugged.map((one) => [one.scene, one.test]), [['square', undefined]]);
  answers['ishi.subjects'] = { keys: [], scenes: [], tests: [{ name: 'it flees', runs: false }] };
  await seen.commands.get('ishi.debugFile')();
  assert.match(seen.errors.at(-1), /nothing to step through/);
  await seen.commands.get('ishi.openStudio')(new Uri('/game/level'));
  assert.deepEqual(seen.terminals.map((one) => [one.shellPath, one.shellArgs]), [[tool, ['studio', '/game/level']]]);
  await seen.commands.get('ishi.newFile')();
  await seen.commands.get('ishi.newFile')(); // what is there stays
  assert.deepEqual([seen.written.length, seen.written[0][0], seen.opened.length], [1, 'file:///game/guard.ishi.yaml', 2]);
  assert.match(seen.written[0][1], /^ishi: 1\n/);
});

test('the debugger is the tool, for tests, scenes and the file in the editor', async () => {
  await activate();
  const adapter = seen.adapter.createDebugAdapterDescriptor();
  assert.deepEqual([adapter.command, adapter.args], [tool, ['dap']]);
  await seen.commands.get('ishi.debugScene')(document.uri.toString(), 'square');
  await seen.commands.get('ishi.debugTest')(document.uri.toString(), 'it flees');
  assert.deepEqual(seen.debugged.map((one) => [one.scene, one.test]), [['square', undefined], [undefined, 'it flees']]);
  const own = { type: 'ishi', request: 'launch', program: 'x' };
  assert.equal(await seen.configurations.resolveDebugConfiguration(undefined, own), own);
  fs.writeFileSync(tool, '#!/bin/sh\necho \'{"game":"arena","process":17,"path":"x"}\'\n', { mode: 0o755 });
  const attached = await seen.configurations.resolveDebugConfiguration(undefined, { type: 'ishi', request: 'attach' });
  assert.equal(attached.game, 'arena-17');
  fs.writeFileSync(tool, '#!/bin/sh\n', { mode: 0o755 });
  assert.equal(await seen.configurations.resolveDebugConfiguration(undefined, { type: 'ishi', request: 'attach' }), undefined);
});

test('a lens runs its test in the explorer', async () => {
  await activate();
  await seen.options.middleware.executeCommand('ishi.runTest', [document.uri.toString(), 'it flees'], () => assert.fail('not the explorer'));
  assert.deepEqual(seen.ran, [['started', 'it flees'], ['passed', 'it flees']]);
});

const kText = 'agents: { guard: { actions: [flee] } }';
const lastOf = (said, kind) => said.findLast((one) => one.kind === kind);
// The panel below the editor, opened, and its page loaded.
async function openPanel() {
  const panel = webviewOf();
  await seen.provider.resolveWebviewView({ visible: true, webview: panel.webview, onDidDispose: (handler) => { panel.gone = handler; } });
  panel.turnTo = async (line, of = document) => {
    await seen.on.selection({ textEditor: { document: of, selection: { active: { line, character: 2 } } } });
    await settled();
  };
  await panel.receive({ kind: 'ready' });
  return panel;
}
// The page beside the text, opened by a command.
async function openStudio(command = 'ishi.drawMap') {
  await activate();
  vscode.window.activeTextEditor = { document, selection: { active: { line: 0 } } };
  seen.documents[String(document.uri)] = textDocument(document.uri, kText);
  await seen.commands.get(command)();
  const panel = seen.panels.at(-1);
  await panel.receive({ kind: 'ready' });
  return panel;
}
function textDocument(uri, text) {
  const one = { uri, languageId: 'ishi', version: 1, text, getText: () => one.text };
  return one;
}
async function type(one, text) {
  ++one.version;
  one.text = text;
  await seen.on.change?.({ document: one });
  await settled();
}

test('starting again leaves each command registered once', async () => {
  await activate();
  const before = [...seen.commands.keys()].sort();
  await seen.commands.get('ishi.restart')();
  await settled();
  assert.deepEqual([...seen.commands.keys()].sort(), before);
  for (const { command } of require('../package.json').contributes.commands) assert.ok(seen.commands.has(command), command);
});

test('the panel shows the test under the cursor, of whichever file', async () => {
  await activate();
  const panel = await openPanel();
  assert.deepEqual(panel.said, []); // nothing was asked yet
  seen.documents[String(document.uri)] = textDocument(document.uri, kText);
  await panel.turnTo(5);
  assert.deepEqual(lastOf(panel.said, 'open'), { kind: 'open', root: 'file:///game/', path: 'guard.ishi.yaml', files: { 'guard.ishi.yaml': { text: kText, version: 1 } } });
  assert.deepEqual(lastOf(panel.said, 'look'), { kind: 'look', test: 'it flees' });
  await panel.turnTo(6);
  assert.equal(panel.said.filter((one) => one.kind === 'look').length, 1); // it is the same test
  assert.deepEqual(lastOf(panel.said, 'cursor').at, { path: 'guard.ishi.yaml', line: 6, character: 2 });
  await panel.turnTo(12);
  assert.deepEqual(lastOf(panel.said, 'look'), { kind: 'look', test: 'it shoots' });
  assert.equal(panel.said.filter((one) => one.kind === 'open').length, 1);
  const other = textDocument(new Uri('/game/boss.ishi.yaml'), 'agents: {}');
  seen.documents[String(other.uri)] = other;
  await panel.turnTo(5, other);
  assert.equal(lastOf(panel.said, 'open').path, 'boss.ishi.yaml');
  // A page that was hidden, or dragged elsewhere, is loaded anew and shows the same.
  panel.said.length = 0;
  await panel.receive({ kind: 'ready' });
  assert.deepEqual(panel.said.map((one) => one.kind), ['open', 'judged', 'look']);
  assert.deepEqual(lastOf(panel.said, 'look'), { kind: 'look', test: 'it flees' });
});

test('of two files that are shown one right after the other the page is the last one\'s', async () => {
  const panel = await openStudio(), other = textDocument(new Uri('/game/boss.ishi.yaml'), 'agents: {}');
  seen.documents[String(other.uri)] = other;
  const waiting = [];
  answers['textDocument/documentLink'] = () => new Promise((resolve) => waiting.push(() => resolve(null)));
  const show = (of) => { vscode.window.activeTextEditor = { document: of, selection: { active: { line: 0 } } }; return seen.commands.get('ishi.drawMap')(); };
  const both = [show(other), show(document)];
  await settled();
  waiting.reverse().forEach((one) => one());
  await Promise.all(both);
  assert.equal(lastOf(panel.said, 'open').path, 'guard.ishi.yaml');
  panel.said.length = 0;
  await type(other, 'agents: { boss: {} }');
  assert.deepEqual(panel.said, []);
  // An answer that comes after the page was closed goes to nobody.
  answers['ishi.map'] = () => new Promise((resolve) => waiting.push(() => resolve('late')));
  waiting.length = 0;
  const late = panel.receive({ kind: 'ask', id: 9, method: 'workspace/executeCommand', params: { command: 'ishi.map', arguments: [] } });
  await settled();
  panel.dispose();
  waiting[0]();
  await late;
  assert.deepEqual(panel.said, []);
});

test('the page has what its file includes, and hears of each new text and error', async () => {
  const panel = await openStudio();
  const common = textDocument(new Uri('/game/lib/common.ishi.yaml'), 'actions: {}'), far = textDocument(new Uri('/lib/far.ishi.yaml'), 'tasks: {}');
  for (const one of [common, far]) seen.documents[String(one.uri)] = one;
  answers['textDocument/documentLink'] = ({ textDocument: { uri } }) => (uri.endsWith('guard.ishi.yaml') ? [{ target: String(common.uri) }, {}] : uri.endsWith('common.ishi.yaml') ? [{ target: String(far.uri) }, { target: String(document.uri) }, { target: 'https://example.com' }] : null);
  await type(seen.documents[String(document.uri)], 'include: [lib/common.ishi.yaml]');
  assert.deepEqual(panel.said.filter((one) => one.kind === 'text').map((one) => [one.path, one.text.text]),
    [['guard.ishi.yaml', 'include: [lib/common.ishi.yaml]'], ['lib/common.ishi.yaml', 'actions: {}'], ['file:///lib/far.ishi.yaml', 'tasks: {}']]);
  await type(textDocument(new Uri('/game/other.ishi.yaml'), ''), 'x');
  assert.equal(lastOf(panel.said, 'text').path, 'file:///lib/far.ishi.yaml'); // another file's text is none of its business
  seen.wrong = { [String(common.uri)]: [{ severity: 0, message: 'no such key', range: { start: { line: 3 } } }, { severity: 1, message: 'a warning', range: { start: { line: 4 } } }] };
  await seen.on.judged({ uris: [common.uri, new Uri('/game/other.ishi.yaml')] });
  assert.deepEqual(panel.said.at(-1), { kind: 'judged', path: 'lib/common.ishi.yaml', errors: [{ message: 'no such key', line: 3 }] });
  await panel.receive({ kind: 'goTo', at: { path: 'lib/common.ishi.yaml', line: 3, character: 0 } });
  await panel.receive({ kind: 'goTo', at: { path: 'https://example.com', line: 0, character: 0 } });
  assert.deepEqual(seen.opened, [['file:///game/lib/common.ishi.yaml', 3]]);
});

test('the page asks the language server for what is its business, and is told what it says', async () => {
  const panel = await openStudio();
  const params = { command: 'ishi.map', arguments: [String(document.uri), {}] };
  answers['ishi.map'] = '<svg></svg>';
  await panel.receive({ kind: 'ask', id: 1, method: 'workspace/executeCommand', params });
  assert.deepEqual([seen.requests.at(-1), panel.said.at(-1)], [['workspace/executeCommand', params], { kind: 'answer', id: 1, result: '<svg></svg>' }]);
  answers['ishi.map'] = new Error('the file has <errors>');
  await panel.receive({ kind: 'ask', id: 2, method: 'workspace/executeCommand', params });
  assert.deepEqual(panel.said.at(-1), { kind: 'answer', id: 2, fault: 'the file has <errors>' });
  const asked = seen.requests.length;
  for (const [method, of] of [['workspace/executeCommand', { command: 'workbench.action.quit' }], ['shutdown', {}], ['workspace/executeCommand', null]]) {
    await panel.receive({ kind: 'ask', id: 3, method, params: of });
    assert.match(panel.said.at(-1).fault, /is not asked here/);
  }
  assert.equal(seen.requests.length, asked);
  let token;
  answers['ishi.map'] = (_, wanted) => new Promise((resolve) => { token = wanted; wanted.cancelled = () => resolve(null); });
  const late = panel.receive({ kind: 'ask', id: 4, method: 'workspace/executeCommand', params });
  await panel.receive({ kind: 'cancel', id: 4 });
  await late;
  assert.ok(token.isCancelled);
});

test('an edit of a command is made from its answer, once', async () => {
  await activate();
  assert.deepEqual(seen.can, { workspace: { applyEdit: false, symbol: {} } }); // else the server would hand it over, too
  const { executeCommand } = seen.options.middleware, edit = { documentChanges: [] };
  assert.equal(await executeCommand('ishi.fixAll', [], async () => edit), edit);
  assert.equal(await executeCommand('ishi.map', [], async () => '<svg></svg>'), '<svg></svg>');
  assert.deepEqual(seen.edits, [edit]);
  // An edit of an older text is not made, and the person is told; so it is where the editor refuses.
  vscode.workspace.textDocuments = [textDocument(document.uri, kText)];
  const of = (version) => ({ documentChanges: [{ textDocument: { uri: String(document.uri), version }, edits: [] }] });
  await executeCommand('ishi.fixAll', [], async () => of(1));
  await executeCommand('ishi.fixAll', [], async () => of(0));
  assert.deepEqual([seen.edits.length, seen.errors.length], [2, 1]);
  seen.takes = () => false;
  await executeCommand('ishi.fixAll', [], async () => of(1));
  assert.deepEqual([seen.edits.length, seen.errors.length], [3, 2]);
  assert.match(seen.errors[1], /nothing was done/);
});

test('an edit is made once, in the texts that the page knows', async () => {
  const panel = await openStudio(), text = seen.documents[String(document.uri)];
  const edit = (id, versions, more = {}) => panel.receive({ kind: 'apply', id, edit: { entries: () => [[document.uri, ['one']]] }, versions, isOnTheWay: false, ...more });
  seen.takes = () => { ++text.version; return true; };
  await edit(1, { 'guard.ishi.yaml': 1 });
  assert.deepEqual([panel.said.at(-1), seen.edits.length], [{ kind: 'answer', id: 1, result: true }, 1]);
  // The page has not heard of a newer text yet: it is told, and asks again.
  await edit(2, { 'guard.ishi.yaml': 1 });
  assert.deepEqual(panel.said.slice(-2), [{ kind: 'text', path: 'guard.ishi.yaml', text: { text: kText, version: 2 } }, { kind: 'answer', id: 2, result: false }]);
  assert.equal(seen.edits.length, 1);
  // An editor that says no has done nothing, unless the text is another one.
  seen.takes = () => false;
  await edit(3, { 'guard.ishi.yaml': 2 });
  assert.deepEqual(panel.said.at(-1), { kind: 'answer', id: 3, fault: 'the editor did not take the edit' });
  seen.takes = () => { ++text.version; return false; };
  await edit(4, { 'guard.ishi.yaml': 2 });
  assert.deepEqual(panel.said.at(-1), { kind: 'answer', id: 4, result: true });
  // A file that cannot be opened refuses one edit, and not those after it.
  const { openTextDocument } = vscode.workspace;
  vscode.workspace.openTextDocument = async () => { throw new Error('it is gone'); };
  await edit(5, { 'guard.ishi.yaml': 3 });
  assert.deepEqual(panel.said.at(-1), { kind: 'answer', id: 5, fault: 'it is gone' });
  vscode.workspace.openTextDocument = openTextDocument;
  seen.takes = () => true;
  await edit(6, { 'guard.ishi.yaml': 3 });
  assert.deepEqual(panel.said.at(-1), { kind: 'answer', id: 6, result: true });
});

test('a number that is dragged is one undo, and the next one another', async () => {
  const panel = await openStudio(), stops = [];
  const editor = { document, edit: async (change, options) => { change({ replace() {} }); stops.push(options.undoStopBefore); assert.equal(options.undoStopAfter, false); return true; } };
  vscode.window.visibleTextEditors = [editor];
  const drag = () => panel.receive({ kind: 'apply', id: 1, edit: { entries: () => [[document.uri, [{}]]] }, versions: { 'guard.ishi.yaml': 1 }, isOnTheWay: true });
  for (let i = 0; i < 3; ++i) await drag();
  await panel.receive({ kind: 'settle' });
  await drag();
  assert.deepEqual(stops, [true, false, false, true]);
  await panel.receive({ kind: 'undo', isBack: false });
  await panel.receive({ kind: 'undo', isBack: true });
  assert.deepEqual(seen.ofTheEditor.filter((one) => ['undo', 'redo'].includes(one)), ['undo', 'redo']);
});

test('one page beside the text shows the map and runs, and is back with the window', async () => {
  const panel = await openStudio();
  assert.deepEqual([panel.title, lastOf(panel.said, 'look')], ['Ishi: guard.ishi.yaml', { kind: 'look', view: 'map' }]);
  await seen.commands.get('ishi.watchRun')();
  assert.deepEqual([seen.panels.length, seen.revealed, lastOf(panel.said, 'look')], [1, 1, { kind: 'look', view: 'run' }]);
  assert.equal(panel.said.filter((one) => one.kind === 'open').length, 1); // what was set in it stays
  const asked = seen.requests.length;
  panel.dispose();
  await type(seen.documents[String(document.uri)], 'agents: {}');
  assert.equal(seen.requests.length, asked);
  const back = webviewOf();
  await seen.serializer.deserializeWebviewPanel(back, { file: String(document.uri), view: 'run' });
  await back.receive({ kind: 'ready' });
  assert.deepEqual([lastOf(back.said, 'open').path, lastOf(back.said, 'look')], ['guard.ishi.yaml', { kind: 'look', view: 'run' }]);
  const nothing = webviewOf();
  await seen.serializer.deserializeWebviewPanel(nothing, undefined);
  assert.ok(nothing.isGone);
  vscode.window.activeTextEditor = undefined;
  await seen.commands.get('ishi.drawMap')();
  assert.match(seen.errors.at(-1), /Open a behaviour/);
});

test('a test that takes time is played beside the text, one of a moment in a terminal', async () => {
  const panel = await openStudio();
  answers['ishi.subjects'] = { scenes: [], tests: [{ name: 'it flees', runs: true }, { name: 'it shoots', runs: false }] };
  await seen.commands.get('ishi.playTest')(String(document.uri), 'it flees');
  assert.deepEqual([lastOf(panel.said, 'look'), seen.terminals.length], [{ kind: 'look', view: 'run', test: 'it flees' }, 0]);
  await seen.commands.get('ishi.playTest')(String(document.uri), 'it shoots');
  assert.deepEqual(seen.terminals.map((one) => one.shellArgs), [['play', '--step', '--test', 'it shoots', '/game/guard.ishi.yaml']]);
});

test('play and why ask for a test where the cursor is in none', async () => {
  await activate();
  answers['textDocument/codeLens'] = [];
  vscode.window.activeTextEditor = { document, selection: { active: { line: 0 } } };
  await seen.commands.get('ishi.playTest')();
  assert.equal(seen.errors.at(-1), 'Put the cursor into a test.');
  answers['ishi.subjects'] = { scenes: [], tests: [] };
  await seen.commands.get('ishi.playTest')(document.uri.toString(), 'it flees');
  assert.equal(seen.terminals.length, 1);
});

test('a source that is saved is given to all that is debugged, but to recordings', async () => {
  await activate();
  const asked = [];
  const session = (name, type, configuration, answer) => ({ name, type, configuration, customRequest: async (request) => { asked.push([name, request]); return answer(); } });
  const scene = session('the camp', 'ishi', {}, () => ({ message: 'from 3.00s on it is played with the sources as they are now' }));
  const game = session('the game', 'ishi', { game: 'arena' }, () => { throw new Error('error[IS102]: no key\nthe game goes on as before'); });
  const others = [session('a recording', 'ishi', { recording: 'odd.ishirec' }, () => ({ message: '' })), session('a server', 'node', {}, () => ({ message: '' }))];
  for (const one of [scene, game, ...others]) await seen.on.started(one);
  await seen.on.save(document);
  assert.deepEqual(asked, [['the camp', 'hotReload'], ['the game', 'hotReload']]);
  assert.deepEqual(seen.statuses.slice(-2), ['$(sync) the camp: from 3.00s on it is played with the sources as they are now', '$(sync) the game: the game goes on as before']);
  assert.ok(seen.output.includes('error[IS102]: no key\nthe game goes on as before'), 'the console has all of it');
  await seen.on.terminated(scene);
  await seen.on.save({ ...document, languageId: 'yaml' });
  setting = false;
  await seen.on.save(document);
  assert.equal(asked.length, 2);
  setting = tool;
  await seen.on.save(document);
  assert.deepEqual(asked.at(-1), ['the game', 'hotReload']);
  assert.equal(asked.length, 3);
});
