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
  static joinPath(uri, name) { return new Uri(path.join(uri.fsPath, name)); }
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

let seen, setting, answers;
// An id stands for one command, as in VS Code: a second one of the same id is an error until the first is disposed of.
function register(name, run) {
  if (seen.commands.has(name)) throw new Error(`command '${name}' already exists`);
  seen.commands.set(name, run);
  return { dispose: () => seen.commands.delete(name) };
}
function stand() {
  seen = { errors: [], terminals: [], profiles: [], commands: new Map(), on: {}, requests: [], ran: [], debugged: [], panels: [], opened: [], revealed: 0, statuses: [], output: [], written: [], edits: [], takes: () => true, documents: {}, html: '', options: undefined, server: undefined };
  setting = tool;
  // All who listen to an event hear of it, in their order.
  const on = (name) => (handler) => {
    const before = seen.on[name];
    seen.on[name] = before === undefined ? handler : (...args) => Promise.all([before(...args), handler(...args)]);
    return { dispose() {} };
  };
  return {
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
      createWebviewPanel: (type, title, column, options) => {
        const panel = { title, options, said: [], dispose: () => panel.gone?.(), reveal() { ++seen.revealed; }, onDidDispose: (handler) => { panel.gone = handler; },
          webview: { html: '', postMessage: async (shown) => { panel.said.push(shown); }, onDidReceiveMessage: (handler) => { panel.receive = handler; } } };
        seen.panels.push(panel);
        return panel;
      },
      showTextDocument: async (uri, options) => { seen.opened.push([String(uri), options?.selection.start.line]); },
      registerWebviewViewProvider: (id, provider) => { seen.provider = provider; return { dispose() {} }; },
      onDidChangeTextEditorSelection: on('selection'),
    },
    workspace: {
      findFiles: async () => seen.files ?? [], asRelativePath: (file) => file, createFileSystemWatcher: () => ({ onDidCreate: on('created'), onDidChange: on('changed'), onDidDelete: on('deleted'), dispose() {} }),
      fs: { stat: async (uri) => { if (!seen.written.some(([path]) => path === String(uri))) throw new Error('not there'); }, writeFile: async (uri, bytes) => { seen.written.push([String(uri), String(bytes)]); } },
      workspaceFolders: [], textDocuments: [], getWorkspaceFolder: () => undefined, getConfiguration: () => ({ get: () => setting }),
      openTextDocument: async (uri) => seen.documents[String(uri)] ?? { version: 1, getText: () => '' },
      applyEdit: async (edit) => { seen.edits.push(edit); return seen.takes(); },
      onDidOpenTextDocument: on('open'), onDidSaveTextDocument: on('save'), onDidCloseTextDocument: on('close'),
      onDidChangeTextDocument: on('change'), onDidChangeConfiguration: on('configuration'),
    },
    commands: {
      registerCommand: register,
      executeCommand: async (name, ...rest) => {
        if (kOfTheEditor.includes(name)) return undefined;
        assert.ok(seen.commands.has(name), `command '${name}' not found`);
        return seen.commands.get(name)(...rest);
      },
    },
  };
}

const kOfTheEditor = ['ishi.why.focus', 'workbench.action.openSettings', 'setContext'];

let vscode;
const languageClient = {
  State: { Running: 2 },
  LanguageClient: class {
    constructor(id, name, server, options) {
      Object.assign(this, { state: 1, protocol2CodeConverter: { asRange: (range) => range, asWorkspaceEdit: async (edit) => edit }, code2ProtocolConverter: { asUri: String } });
      seen.server = server;
      seen.options = options;
    }
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
      return typeof answer === 'function' ? answer(params) : answer;
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
  delete require.cache[require.resolve('../out/extension.js')];
  extension = require('../out/extension.js');
  vscode.workspace.textDocuments = [document];
});

const activate = async () => { await extension.activate({ subscriptions: [] }); await settled(); };

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

// The panel, opened; `said`: what its page was sent.
function openPanel() {
  const panel = { said: [], receive: undefined };
  const view = { visible: true, webview: { options: {}, html: '', onDidReceiveMessage: (handler) => { panel.receive = handler; },
    postMessage: async (message) => { panel.said.push(message); return true; } } };
  seen.provider.resolveWebviewView(view);
  panel.view = view;
  panel.asked = () => seen.requests.filter(([, params]) => params.command === 'ishi.decide').at(-1)[1].arguments[1];
  panel.turnTo = async (line) => {
    await seen.on.selection({ textEditor: { document, selection: { active: { line } } } });
    await settled();
  };
  return panel;
}

test('starting again leaves each command registered once', async () => {
  await activate();
  const before = [...seen.commands.keys()].sort();
  await seen.commands.get('ishi.restart')();
  await settled();
  assert.deepEqual([...seen.commands.keys()].sort(), before);
  for (const { command } of require('../package.json').contributes.commands) assert.ok(seen.commands.has(command), command);
});

test('the panel follows the cursor, unsaved text and sliders', async () => {
  await activate();
  const panel = openPanel();
  await panel.turnTo(5);
  assert.equal(panel.said.at(-1).test, 'it flees');
  assert.match(panel.said.at(-1).decision, /class="bar"><div style="width:100\.0%"/);
  assert.deepEqual(panel.asked(), { test: 'it flees', set: [], flips: false });
  panel.receive({ key: 'hp', value: 20.3 });
  await settled();
  assert.deepEqual(panel.asked(), { test: 'it flees', set: ['hp=20'], flips: false });
  const before = seen.requests.length;
  await seen.on.change({ document });
  await settled();
  assert.ok(seen.requests.length > before);
  await panel.turnTo(12);
  assert.equal(panel.said.at(-1).test, 'it shoots');
  assert.deepEqual(panel.asked(), { test: 'it shoots', set: [], flips: false });
  answers['ishi.decide'] = new Error('the file has <errors>');
  panel.receive({ reset: true });
  await settled();
  assert.match(panel.said.at(-1).decision, /<pre>the file has &#60;errors&#62;<\/pre>/);
  assert.equal(panel.said.at(-1).sliders.length, 1); // they stay for when the text is right again
});

test('the page is loaded once and its sliders have the values of the test', async () => {
  await activate();
  const panel = openPanel();
  const page = panel.view.webview.html;
  await panel.turnTo(5);
  assert.deepEqual(panel.said.at(-1).sliders, [{ name: 'hp', low: 0, high: 100, step: 1, value: 35, shown: '35', isSet: false }]);
  answers['ishi.decide'] = { ...answers['ishi.decide'], given: { hp: '20' } };
  panel.receive({ key: 'hp', value: 20.3 });
  await settled();
  assert.deepEqual(panel.said.at(-1).sliders.map((one) => [one.value, one.isSet]), [[20.3, true]]);
  assert.equal(panel.view.webview.html, page);
});

test('a page that was hidden is sent what it shows when it is back', async () => {
  await activate();
  const panel = openPanel();
  await panel.turnTo(5);
  panel.said.length = 0;
  panel.receive({ ready: true });
  await settled();
  assert.equal(panel.said.length, 1);
});

test('one question at a time is asked while a slider is dragged, the last place among them', async () => {
  await activate();
  const panel = openPanel();
  await panel.turnTo(5);
  const waiting = [], answer = answers['ishi.decide'];
  answers['ishi.decide'] = () => new Promise((resolve) => waiting.push(() => resolve(answer)));
  for (let value = 1; value <= 20; ++value) panel.receive({ key: 'hp', value });
  await settled();
  assert.equal(waiting.length, 1);
  waiting[0]();
  await settled();
  assert.equal(waiting.length, 2);
  assert.deepEqual(panel.asked().set, ['hp=20']);
  waiting[1]();
  await settled();
  assert.equal(waiting.length, 2);
});

test('the map of a file is drawn beside it, follows the text, and leads to it', async () => {
  await activate();
  vscode.window.activeTextEditor = { document, selection: { active: { line: 0 } } };
  answers['ishi.map'] = '<svg>one</svg>';
  await seen.commands.get('ishi.drawMap')();
  const [panel] = seen.panels;
  assert.equal(panel.title, 'Map: guard.ishi.yaml');
  assert.deepEqual(panel.said, [{ svg: '<svg>one</svg>', words: '', edited: null, said: '', isRefusal: false }]);
  assert.deepEqual(seen.requests.at(-1)[1], { command: 'ishi.map', arguments: [document.uri.toString(), ''] });
  answers['ishi.map'] = '<svg>two</svg>';
  await seen.on.change({ document });
  await settled();
  assert.equal(panel.said.at(-1).svg, '<svg>two</svg>');
  const asked = seen.requests.length;
  await seen.on.change({ document: { languageId: 'ishi', uri: new Uri('/game/other.ishi.yaml') } });
  await settled();
  assert.equal(seen.requests.length, asked); // another file's text is none of its business
  panel.receive({ address: 'file:///game/guard.ishi.yaml#L12' });
  panel.receive({ address: 'javascript:alert(1)' });
  await settled();
  assert.deepEqual(seen.opened, [['file:///game/guard.ishi.yaml', 11]]);
  await seen.commands.get('ishi.drawMap')();
  assert.deepEqual([seen.panels.length, seen.revealed], [1, 1]); // it is there already
});

const span = (line, from, to) => ({ start: { line, character: from }, end: { line, character: to } });
const kParts = [
  { of: 'other', noun: 'agent', at: ['agents', 'guard'], name: 'guard', range: span(9, 2, 30), nameRange: span(9, 2, 7) },
  { of: 'action', noun: 'action', at: ['actions', 'flee'], name: 'flee', range: span(4, 2, 30), nameRange: span(4, 2, 6) },
  { of: 'number', noun: 'number', at: ['actions', 'flee', 'score'], name: 'score', range: span(4, 10, 13), nameRange: span(4, 10, 13), number: 0, value: 0.5, alone: true },
  { of: 'state', noun: 'state', at: ['agents', 'guard', 'states', 'calm'], name: 'calm', range: span(11, 6, 20), nameRange: span(11, 6, 10) },
  { of: 'transition', noun: 'transition', at: ['agents', 'guard', 'states', 'calm', 'to', 'wary'], name: 'wary', range: span(12, 6, 21), nameRange: span(12, 6, 10) },
];
// The map of a document whose text has these parts, and its panel.
async function drawn() {
  await activate();
  vscode.window.activeTextEditor = { document, selection: { active: { line: 0 } } };
  seen.documents[String(document.uri)] = { version: 3, getText: () => `${'\n'.repeat(12)}      wary: "hp < 20"       # soon` };
  Object.assign(answers, { 'ishi.map': '<svg></svg>', 'ishi.parts': kParts, 'ishi.edit': { edit: 'an edit', written: null, note: '' } });
  await seen.commands.get('ishi.drawMap')();
  return seen.panels[0];
}
const clicked = { address: 'file:///game/guard.ishi.yaml#L5', kind: 'action', name: 'flee', agent: 'guard' };
const edits = () => seen.requests.map(([, params]) => params).filter((one) => one?.command === 'ishi.edit').map((one) => one.arguments);

test('a box of the map that is clicked is edited, each edit of the text one of its own', async () => {
  const panel = await drawn();
  panel.receive(clicked);
  await settled();
  const { edited } = panel.said.at(-1);
  assert.deepEqual([edited.part.at, edited.parts.length, edited.states], [['actions', 'flee'], 5, ['calm']]);
  assert.equal(edited.parts.find((one) => one.of === 'transition').text, 'hp < 20'); // without its quotes
  panel.receive({ edit: { of: { path: document.uri.toString(), at: ['actions', 'flee', 'score'], name: 'score', number: 0 }, what: { do: 'setNumber', value: 0.7, agent: 'guard' } } });
  await settled();
  assert.deepEqual(edits(), [[document.uri.toString(), { do: 'setNumber', value: 0.7, agent: 'guard', at: ['actions', 'flee', 'score'], expected: 'score', number: 0, uri: document.uri.toString() }]]);
  assert.deepEqual(seen.edits, ['an edit']);
  // A new state stands within its agent; a new action behind the last one, wherever that is.
  panel.receive({ edit: { of: null, what: { do: 'add', of: 'state', agent: 'guard' } } });
  await settled();
  panel.receive({ edit: { of: null, what: { do: 'add', of: 'action', agent: 'guard' } } });
  await settled();
  assert.deepEqual(edits().slice(1).map(([, one]) => [one.of, one.at, one.expected]), [['state', ['agents', 'guard'], 'guard'], ['action', [], undefined]]);
  panel.receive({ close: true });
  await settled();
  assert.equal(panel.said.at(-1).edited, null);
});

test('an action of another file is edited there, and asked about by the file that is shown', async () => {
  const panel = await drawn(), other = 'file:///game/common.ishi.yaml';
  answers['ishi.parts'] = ({ arguments: [path] }) => (path === other ? [kParts[1]] : [kParts[0], { ...kParts[1], of: 'listed', at: ['agents', 'guard', 'actions', '0'], name: 'flee' }]);
  panel.receive({ ...clicked, address: `${other}#L5` });
  await settled();
  const { edited } = panel.said.at(-1);
  assert.deepEqual(edited.parts.map((one) => [one.path, one.of]), [[other, 'action'], [document.uri.toString(), 'other'], [document.uri.toString(), 'listed']]);
  panel.receive({ edit: { of: { path: other, at: ['actions', 'flee'], name: 'flee' }, what: { do: 'duplicate', agent: 'guard' } } });
  await settled();
  panel.receive({ edit: { of: null, what: { do: 'add', of: 'state', agent: 'guard' } } });
  await settled();
  assert.deepEqual(edits().map(([asked, one]) => [asked, one.uri, one.at]), [[document.uri.toString(), other, ['actions', 'flee']], [document.uri.toString(), document.uri.toString(), ['agents', 'guard']]]);
  // A file that cannot be opened refuses one edit, and not those after it.
  const { openTextDocument } = vscode.workspace;
  vscode.workspace.openTextDocument = async () => { throw new Error('it is gone'); };
  panel.receive({ edit: { of: null, what: { do: 'add', of: 'action', agent: 'guard' } } });
  await settled();
  assert.deepEqual([panel.said.at(-1).said, panel.said.at(-1).isRefusal], ['Not done: it is gone.', true]);
  vscode.workspace.openTextDocument = openTextDocument;
  panel.receive({ edit: { of: null, what: { do: 'add', of: 'action', agent: 'guard' } } });
  await settled();
  assert.equal(panel.said.at(-1).isRefusal, false);
});

test('an edit that is refused changes nothing and says why; one of a text that changes meanwhile is asked again', async () => {
  const panel = await drawn();
  panel.receive(clicked);
  await settled();
  answers['ishi.edit'] = new Error('`flee` is the only action of `guard`');
  panel.receive({ edit: { of: { path: document.uri.toString(), at: ['actions', 'flee'], name: 'flee' }, what: { do: 'remove', agent: 'guard' } } });
  await settled();
  assert.deepEqual([panel.said.at(-1).said, panel.said.at(-1).isRefusal, seen.edits], ['Not done: `flee` is the only action of `guard`.', true, []]);
  assert.equal(panel.said.at(-1).edited.part.name, 'flee');
  let asked = 0;
  answers['ishi.edit'] = () => {
    if (++asked === 1) ++seen.documents[String(document.uri)].version;
    return { edit: `edit ${asked}`, written: null, note: 'tests were not run' };
  };
  panel.receive({ edit: { of: { path: document.uri.toString(), at: ['actions', 'flee'], name: 'flee' }, what: { do: 'rename', name: 'run', agent: 'guard' } } });
  await settled();
  assert.deepEqual([seen.edits, panel.said.at(-1).said], [['edit 2'], 'tests were not run']);
  // An editor that says no has done nothing, unless the text is another one.
  seen.takes = () => false;
  panel.receive({ edit: { of: { path: document.uri.toString(), at: ['actions', 'flee'], name: 'flee' }, what: { do: 'rename', name: 'go', agent: 'guard' } } });
  await settled();
  assert.deepEqual([panel.said.at(-1).said, panel.said.at(-1).isRefusal], ['Not done: the editor did not take the edit.', true]);
  seen.takes = () => { ++seen.documents[String(document.uri)].version; return false; };
  panel.receive({ edit: { of: { path: document.uri.toString(), at: ['actions', 'flee'], name: 'flee' }, what: { do: 'rename', name: 'go', agent: 'guard' } } });
  await settled();
  assert.equal(panel.said.at(-1).isRefusal, false);
  // Where another part has come into the line of one that is gone, that one is not edited in its place.
  answers['ishi.parts'] = [...kParts.map((one) => (one.of === 'action' ? { ...one, name: 'hide', at: ['actions', 'hide'] } : one)), { ...kParts[1], name: 'wait', at: ['actions', 'wait'], nameRange: span(5, 2, 6) }];
  await seen.on.change({ document });
  await settled();
  assert.equal(panel.said.at(-1).edited, undefined);
  // An undo gives it another name in its place.
  answers['ishi.parts'] = kParts.map((one) => (one.of === 'action' ? { ...one, name: 'go_away', at: ['actions', 'go_away'] } : one));
  await seen.on.change({ document });
  await settled();
  assert.equal(panel.said.at(-1).edited.part.name, 'go_away');
  // The text has errors for a while: what is edited stays until it can be read again.
  answers['ishi.parts'] = [];
  await seen.on.change({ document });
  await settled();
  assert.equal(panel.said.at(-1).edited, undefined);
});

test('a file without agents, a server that fails and a closed map say so, or nothing', async () => {
  await activate();
  vscode.window.activeTextEditor = { document, selection: { active: { line: 0 } } };
  answers['ishi.map'] = null;
  await seen.commands.get('ishi.drawMap')();
  const [panel] = seen.panels;
  assert.deepEqual([panel.said.at(-1).svg, panel.said.at(-1).words], ['', 'This file has no agents of its own.']);
  answers['ishi.map'] = new Error('the server has ended');
  await seen.on.change({ document });
  await settled();
  assert.deepEqual([panel.said.at(-1).svg, panel.said.at(-1).words], ['', 'the server has ended']);
  panel.dispose();
  const asked = seen.requests.length;
  await seen.on.change({ document });
  assert.equal(seen.requests.length, asked);
  vscode.window.activeTextEditor = undefined;
  await seen.commands.get('ishi.drawMap')();
  assert.match(seen.errors.at(-1), /Open a behaviour/);
});

test('play and why ask for a test where the cursor is in none', async () => {
  await activate();
  answers['textDocument/codeLens'] = [];
  vscode.window.activeTextEditor = { document, selection: { active: { line: 0 } } };
  await seen.commands.get('ishi.playTest')();
  assert.equal(seen.errors.at(-1), 'Put the cursor into a test.');
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
