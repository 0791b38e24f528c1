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

let seen, setting, answers;
function stand() {
  seen = { errors: [], terminals: [], profiles: [], commands: new Map(), on: {}, requests: [], ran: [], html: '', options: undefined, server: undefined };
  setting = tool;
  const on = (name) => (handler) => { seen.on[name] = handler; return { dispose() {} }; };
  return {
    Uri, TestRunProfileKind: { Run: 1, Debug: 2 },
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
          errored: (item, message) => seen.ran.push(['errored', item.label, message.message]), end() {},
        }),
      }),
    },
    window: {
      activeTextEditor: undefined,
      showErrorMessage: async (message) => { seen.errors.push(message); return undefined; },
      showInformationMessage: async (message) => { seen.errors.push(message); },
      createTerminal: (options) => { seen.terminals.push(options); return { show() {} }; },
      registerWebviewViewProvider: (id, provider) => { seen.provider = provider; return { dispose() {} }; },
      onDidChangeTextEditorSelection: on('selection'),
    },
    workspace: {
      workspaceFolders: [], textDocuments: [], getConfiguration: () => ({ get: () => setting }),
      onDidOpenTextDocument: on('open'), onDidSaveTextDocument: on('save'), onDidCloseTextDocument: on('close'),
      onDidChangeTextDocument: on('change'), onDidChangeConfiguration: on('configuration'),
    },
    commands: {
      registerCommand: (name, run) => { seen.commands.set(name, run); return { dispose() {} }; },
      executeCommand: async (name, ...rest) => seen.commands.get(name)?.(...rest),
    },
  };
}

let vscode;
const languageClient = {
  State: { Running: 2 },
  LanguageClient: class {
    constructor(id, name, server, options) {
      Object.assign(this, { state: 1, protocol2CodeConverter: { asRange: (range) => range }, code2ProtocolConverter: { asUri: String } });
      seen.server = server;
      seen.options = options;
    }
    onDidChangeState(handler) { this.changed = handler; return { dispose() {} }; }
    async start() { this.state = 2; this.changed({ newState: 2 }); }
    async dispose() {}
    async sendRequest(method, params) {
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
const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
let extension;

beforeEach(() => {
  vscode = stand();
  answers = {
    'textDocument/codeLens': [lens('it flees', 3), lens('it shoots', 9)],
    'ishi.runTests': { tests: [{ name: 'it flees', passed: true }, { name: 'it shoots', passed: false, message: 'it picks flee' }] },
    'ishi.runTest': ({ arguments: [, name] }) => ({ tests: [{ name, passed: true }] }),
    'ishi.subjects': { keys: [{ name: 'hp', kind: 'whole', ranged: true, low: 0, high: 100, fallback: 100, unit: '' },
      { name: 'armed', kind: 'boolean', ranged: false, low: 0, high: 1, fallback: 0, unit: '' }] },
    'ishi.decide': { agent: 'guard', importance: null, choice: { action: 'flee', target: null }, options: [
      { action: 'flee', target: null, eligible: true, obstacle: null, score: 0.8, inertia: 0, terms: [] }] },
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
  assert.deepEqual(seen.options.initializationOptions, { commands: ['ishi.why', 'ishi.play'] });
});

test('without a tool it says what to do', async () => {
  setting = '/nowhere/ishi';
  await activate();
  assert.equal(seen.server, undefined);
  assert.match(seen.errors[0], /neither on the PATH nor in this workspace/);
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
  assert.deepEqual(seen.terminals[0].shellArgs, ['play', '--step', '--test', 'it shoots', '/game/guard.ishi.yaml']);
  assert.equal(seen.terminals[0].shellPath, tool);
  seen.ran = [];
  answers['ishi.runTests'] = { tests: [] };
  await run.run({ include: [file] });
  assert.equal(seen.ran.filter(([what]) => what === 'errored').length, 2);
});

test('a lens runs its test in the explorer', async () => {
  await activate();
  await seen.options.middleware.executeCommand('ishi.runTest', [document.uri.toString(), 'it flees'], () => assert.fail('not the explorer'));
  assert.deepEqual(seen.ran, [['started', 'it flees'], ['passed', 'it flees']]);
});

test('the panel follows the cursor, unsaved text and sliders', async () => {
  await activate();
  let receive;
  const view = { visible: true, webview: { options: {}, html: '', onDidReceiveMessage: (handler) => { receive = handler; } } };
  seen.provider.resolveWebviewView(view);
  await seen.on.selection({ textEditor: { document, selection: { active: { line: 5 } } } });
  await settled();
  assert.match(view.webview.html, /<h3>it flees<\/h3>/);
  assert.match(view.webview.html, /class="bar"><div style="width:100\.0%"/);
  assert.match(view.webview.html, /<input type="range" data-key="hp"/);
  const asked = () => seen.requests.filter(([, params]) => params.command === 'ishi.decide').at(-1)[1].arguments[1];
  assert.deepEqual(asked(), { test: 'it flees', set: [] });
  receive({ key: 'hp', value: 20.3 });
  await settled();
  assert.deepEqual(asked(), { test: 'it flees', set: ['hp=20'] });
  const before = seen.requests.length;
  await seen.on.change({ document });
  await settled();
  assert.ok(seen.requests.length > before);
  await seen.on.selection({ textEditor: { document, selection: { active: { line: 12 } } } });
  await settled();
  assert.match(view.webview.html, /<h3>it shoots<\/h3>/);
  assert.deepEqual(asked(), { test: 'it shoots', set: [] });
  answers['ishi.decide'] = new Error('the file has <errors>');
  receive({ reset: true });
  await settled();
  assert.match(view.webview.html, /<pre>the file has &#60;errors&#62;<\/pre>/);
});

test('play and why ask for a test where the cursor is in none', async () => {
  await activate();
  answers['textDocument/codeLens'] = [];
  vscode.window.activeTextEditor = { document, selection: { active: { line: 0 } } };
  await seen.commands.get('ishi.play')();
  assert.equal(seen.errors.at(-1), 'Put the cursor into a test.');
  await seen.commands.get('ishi.play')(document.uri.toString(), 'it flees');
  assert.equal(seen.terminals.length, 1);
});
