// What the language server answers, asked through a real client.
//
//   ISHI=path/to/ishi node --test features_test.mjs

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';

import { Client, applied, copyOf, ishi, sources, textAt, uriOf } from './client.mjs';

const work = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-lsp-')));
let client, squad, squadUri, gameUri;

before(async () => {
  client = await Client.start();
  squad = copyOf('squad', work);
  squadUri = client.open(path.join(squad, 'squad.ishi.yaml'));
  gameUri = uriOf(path.join(squad, 'game.ishi.yaml'));
  await client.diagnosticsOf(squadUri);
});
after(async () => {
  assert.equal(await client.stop(), 0);
  fs.rmSync(work, { recursive: true });
});

const labels = (list) => list.items.map((item) => item.label);

test('an example has no diagnostics', async () => assert.deepEqual(await client.diagnosticsOf(squadUri), []));

test('the client is asked to watch the files of projects', () => {
  const watch = client.registrations.find((one) => one.method === 'workspace/didChangeWatchedFiles');
  assert.ok(watch.registerOptions.watchers.some((one) => one.globPattern === '**/*.ishi.yaml'));
});

test('a definition leads to the included file, a link to all of it', async () => {
  const [place] = await client.request('textDocument/definition', client.at(squadUri, '- fi|re: { whom: boss }'));
  assert.equal(place.uri, gameUri);
  assert.equal(textAt(fs.readFileSync(path.join(squad, 'game.ishi.yaml'), 'utf8'), place.range), 'fire');
  const links = await client.request('textDocument/documentLink', { textDocument: { uri: squadUri } });
  assert.deepEqual(links.map((link) => link.target), [gameUri]);
});

test('references of a key are in both files, expressions, bodies and tests', async () => {
  const places = await client.request('textDocument/references',
    client.at(squadUri, 'armed: roun|ds > 0', { context: { includeDeclaration: true } }));
  const uris = new Set(places.map((place) => place.uri));
  assert.deepEqual([...uris].sort(), [gameUri, squadUri].sort());
  for (const place of places) {
    const text = fs.readFileSync(new URL(place.uri), 'utf8');
    assert.equal(textAt(text, place.range), 'rounds');
  }
  const written = fs.readFileSync(path.join(squad, 'squad.ishi.yaml'), 'utf8').match(/\brounds\b/g).length;
  assert.ok(places.length >= written, `${places.length} of ${written}`);
});

test('a rename edits both files, and the project compiles and passes its tests', async () => {
  const params = client.at(squadUri, 'armed: roun|ds > 0');
  const prepared = await client.request('textDocument/prepareRename', params);
  assert.equal(prepared.placeholder, 'rounds');
  const edit = await client.request('textDocument/rename', { ...params, newName: 'bursts' });
  const copy = copyOf('squad', fs.mkdtempSync(path.join(work, 'renamed-')));
  for (const { textDocument, edits } of edit.documentChanges) {
    const file = path.join(copy, path.basename(new URL(textDocument.uri).pathname));
    fs.writeFileSync(file, applied(fs.readFileSync(file, 'utf8'), edits));
  }
  assert.match(execFileSync(ishi, ['test', copy], { encoding: 'utf8' }), /✓/);
  assert.doesNotMatch(fs.readFileSync(path.join(copy, 'squad.ishi.yaml'), 'utf8'), /\brounds\b/);
});

test('a rename that would take a name of another is refused, with the reason', async () => {
  const params = client.at(squadUri, 'armed: roun|ds > 0');
  await assert.rejects(client.request('textDocument/rename', { ...params, newName: 'magazines' }), /something would be wrong/);
  await assert.rejects(client.request('textDocument/rename', { ...params, newName: 'Two Words' }), /is no name.*two_words/);
});

test('hover tells what a name is, and of an action the proved range of its score', async () => {
  const key = await client.request('textDocument/hover', client.at(squadUri, 'armed: roun|ds > 0'));
  assert.match(key.contents.value, /key \*\*rounds\*\* · whole number, 0\.\.4/);
  assert.match(key.contents.value, /bursts in the weapon/);
  const action = await client.request('textDocument/hover', client.at(squadUri, '\n  supp|ress:'));
  assert.match(action.contents.value, /score where it competes: [-0-9.]+.*proved/);
  const field = await client.request('textDocument/hover', client.at(squadUri, 'for_e|ach: { store: boxes }'));
  assert.match(field.contents.value, /members are scored one by one/);
  const word = await client.request('textDocument/hover', client.at(squadUri, 'near(dist|ance(store))'));
  assert.match(word.contents.value, /distance\(/);
});

test('completion offers the fields of an action, tasks of a body, and what a key can be', async () => {
  const uri = client.open(path.join(squad, 'more.ishi.yaml'),
    'ishi: 1\ninclude: [game.ishi.yaml]\nactions:\n  hold:\n    \n    do: [dive]\n  go:\n    when: \n    do:\n      - \n' +
    'agents:\n  one: { actions: [hold, go] }\ntests:\n  a: { agent: one, given: { hidden: , }, expect: { picks:  } }\n');
  const fields = labels(await client.request('textDocument/completion', client.at(uri, 'hold:\n    |\n')));
  for (const field of ['when', 'considerations', 'score', 'gains']) assert.ok(fields.includes(field), `${fields}`);
  assert.ok(!fields.includes('do'), 'a field that is there is not offered again');
  const tasks = labels(await client.request('textDocument/completion', client.at(uri, '      - |\n')));
  for (const task of ['fire', 'load', 'take_cover', 'wait', 'set']) assert.ok(tasks.includes(task), `${tasks}`);
  const keys = labels(await client.request('textDocument/completion', client.at(uri, 'when: |\n')));
  assert.ok(keys.slice(0, 12).includes('hidden'), `${keys.slice(0, 12)}`);
  const values = labels(await client.request('textDocument/completion', client.at(uri, 'hidden: |,')));
  assert.deepEqual(values.sort(), ['false', 'true']);
  const picks = labels(await client.request('textDocument/completion', client.at(uri, 'picks: | }')));
  assert.deepEqual(picks.sort(), ['go', 'hold', 'nothing']);
  client.close(uri);
});

test('a client that shows pictures has the map of an agent, and what leads to an action, in hovers', async () => {
  const seeing = await Client.start({ options: { pictures: true } });
  const places = ['\n  sol|dier:\n    actions', '\n  supp|ress:', 'armed: roun|ds > 0'];
  seeing.open(path.join(squad, 'squad.ishi.yaml'));
  await seeing.diagnosticsOf(squadUri);
  const texts = [];
  for (const place of places) texts.push((await seeing.request('textDocument/hover', seeing.at(squadUri, place))).contents.value);
  assert.equal(await seeing.stop(), 0);
  const pictures = texts.map((text) => Buffer.from(/\(data:image\/svg\+xml;base64,([^)|]*)\|width=\d+\)/.exec(text)?.[1] ?? '', 'base64').toString());
  assert.match(pictures[0], /^<svg[^]*>suppress<[^]*<\/svg>/);
  assert.match(pictures[1], /^<svg[^]*>suppress<[^]*<\/svg>/);
  assert.ok(pictures[1].length < pictures[0].length, 'what has nothing to do with it is left out');
  assert.equal(pictures[2], '');
  // Others are not sent what they cannot show.
  for (const place of places) assert.ok(!(await client.request('textDocument/hover', client.at(squadUri, place))).contents.value.includes('data:'));
});

test('completion and hover know doors, keys that run, receivers and cooldowns of members', async () => {
  const uri = client.open(path.join(squad, 'doors.ishi.yaml'),
    'ishi: 1\nblackboard: { hour: { type: duration, range: 0h..24h }, boss: entity }\nevents: { ping: {} }\ntasks: { unlock: {} }\n' +
    'memory: { foes: { of: entity, capacity: 4, forget: 9s } }\n' +
    'actions:\n  go:\n    for_each: { foe: foes }\n    score: 0.1\n    cooldown_for_member: 5s\n    do: [{ emit: ping, to:  }, unlock]\n' +
    'agents: { one: { actions: [go] } }\n' +
    'scenes:\n  hall:\n    agents: { ann: one }\n    doors:\n      gate: { wall: [1, 0, 5], opened_by:  }\n' +
    '    each_second: { ho }\n    at: { 1s: { open:  } }\n');
  const offered = async (place) => labels(await client.request('textDocument/completion', client.at(uri, place)));
  assert.ok((await offered('opened_by: | }')).includes('unlock'));
  assert.deepEqual(await offered('open: | }'), ['gate']);
  const keys = await offered('each_second: { ho| }');
  assert.ok(keys.includes('hour') && !keys.includes('boss'), `${keys}`);
  const receivers = await offered('to: | }');
  for (const word of ['game', 'team', 'world', 'self', 'boss', 'foe']) assert.ok(receivers.includes(word), `${word}: ${receivers}`);
  const memories = await offered('for_each: { foe: |foes }');
  assert.ok(memories.every((name) => !name.startsWith('Cooling')), `${memories}`);
  const hover = await client.request('textDocument/hover', client.at(uri, 'cooldown_for_|member'));
  assert.match(hover.contents.value, /out of the question/);
  client.close(uri);
});

test('a name of a file that is not included is offered with its include', async () => {
  for (const [head, includes] of [['ishi: 1\n', /^ishi: 1\ninclude: \[game\.ishi\.yaml\]\n/],
    ['ishi: 1\ninclude: [other.ishi.yaml]\n', /^ishi: 1\ninclude: \[other\.ishi\.yaml, game\.ishi\.yaml\]\n/]]) {
    fs.writeFileSync(path.join(squad, 'other.ishi.yaml'), 'ishi: 1\ntasks: { rest: {} }\n');
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: uriOf(path.join(squad, 'other.ishi.yaml')), type: 1 }] });
    const text = `${head}actions:\n  go: { score: 1, do: [div] }\nagents: { one: { actions: [go] } }\n`;
    const uri = client.open(path.join(squad, 'lacks.ishi.yaml'), text);
    await client.diagnosticsOf(uri);
    const { items } = await client.request('textDocument/completion', client.at(uri, '[div|]'));
    const dive = items.find((item) => item.label === 'dive');
    assert.match(dive.detail, /task of game\.ishi\.yaml/);
    const after = applied(text, [dive.textEdit, ...dive.additionalTextEdits]);
    assert.match(after, includes);
    client.replace(uri, after);
    assert.deepEqual((await client.diagnosticsOf(uri)).filter((one) => one.severity === 1), []);
    client.close(uri);
  }
  fs.rmSync(path.join(squad, 'other.ishi.yaml'));
  client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: uriOf(path.join(squad, 'other.ishi.yaml')), type: 3 }] });
});

test('what an included file makes wrong is said, even if a question has looked at it before', { timeout: 120_000 }, async () => {
  const folder = fs.mkdtempSync(path.join(work, 'included-'));
  const [named, naming] = ['a', 'b'].map((name) => path.join(folder, `${name}.ishi.yaml`));
  const right = 'ishi: 1\nactions: { idle: { score: 0.5 } }\n', wrong = right.replace('idle', 'idel');
  fs.writeFileSync(path.join(folder, 'ishi.yaml'), '');
  fs.writeFileSync(named, right);
  const [a, b] = [uriOf(named), client.open(naming, 'ishi: 1\ninclude: [a.ishi.yaml]\nagents: { b: { actions: [idle] } }\n')];
  assert.deepEqual(await client.diagnosticsOf(b), []);
  // Behind each change, in one go, comes a question about the file that includes it: nobody has looked at that file yet.
  const after = async (change, isWrong) => {
    const said = client.when((params) => params.uri === b && params.diagnostics.some((one) => one.severity === 1) === isWrong);
    change();
    await client.request('workspace/executeCommand', { command: 'ishi.subjects', arguments: [b] });
    await said;
  };
  const onDisk = (text, type) => () => {
    if (text === null) fs.rmSync(named);
    else fs.writeFileSync(named, text);
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: a, type }] });
  };
  for (let i = 0; i < 5; ++i) {
    await after(onDisk(null, 3), true);
    await after(onDisk(right, 1), false);
    await after(onDisk(wrong, 2), true);
    await after(onDisk(right, 2), false);
  }
  client.open(named, right);
  await client.diagnosticsOf(a);
  for (let i = 0; i < 5; ++i) {
    await after(() => client.replace(a, wrong), true);
    await after(() => client.replace(a, right), false);
  }
  client.close(a);
  client.close(b);
});

test('a member of a set has its fields behind the point', async () => {
  const text = client.texts.get(squadUri);
  const uri = squadUri;
  const at = text.indexOf('foe.noise') + 'foe.'.length;
  client.edit(uri, at, at + 'noise'.length, '');
  const members = labels(await client.request('textDocument/completion', client.at(uri, 'loud: 0.3 + 0.7 * foe.|')));
  // A place cannot be multiplied; what is true counts as one.
  assert.deepEqual(members.filter((name) => ['health', 'noise', 'covered', 'known', 'position'].includes(name)).sort(),
    ['covered', 'health', 'known', 'noise']);
  client.replace(uri, text);
  assert.deepEqual(await client.diagnosticsOf(uri), []);
});

test('a typo has a quick fix, which compiles', async () => {
  const text = client.texts.get(squadUri);
  client.replace(squadUri, text.replace('- fire: { whom: boss }', '- fier: { whom: boss }'));
  const [finding] = await client.diagnosticsOf(squadUri);
  assert.equal(finding.code, 'IS102');
  assert.match(finding.message, /did you mean `fire`/);
  const actions = await client.request('textDocument/codeAction',
    { textDocument: { uri: squadUri }, range: finding.range, context: { diagnostics: [finding] } });
  const fix = actions.find((action) => action.isPreferred);
  const [change] = fix.edit.documentChanges;
  assert.equal(change.textDocument.version, client.versions.get(squadUri));
  client.replace(squadUri, applied(client.texts.get(squadUri), change.edits));
  assert.equal(client.texts.get(squadUri), text);
  assert.deepEqual(await client.diagnosticsOf(squadUri), []);
});

test('a missing task can be declared, in the file that declares tasks', async () => {
  const text = client.texts.get(squadUri);
  client.replace(squadUri, text.replace('do: [dive]', 'do: [roll_away]'));
  const [finding] = await client.diagnosticsOf(squadUri);
  const actions = await client.request('textDocument/codeAction',
    { textDocument: { uri: squadUri }, range: finding.range, context: { diagnostics: [finding] } });
  const declare = actions.find((action) => action.title.startsWith('Declare `roll_away`'));
  const [change] = declare.edit.documentChanges;
  assert.equal(change.textDocument.uri, gameUri);
  const game = fs.readFileSync(path.join(squad, 'game.ishi.yaml'), 'utf8');
  fs.writeFileSync(path.join(squad, 'game.ishi.yaml'), applied(game, change.edits));
  client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: gameUri, type: 2 }] });
  await client.when((params) => params.uri === squadUri && params.diagnostics.length === 0);
  fs.writeFileSync(path.join(squad, 'game.ishi.yaml'), game);
  client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: gameUri, type: 2 }] });
  client.replace(squadUri, text);
  assert.deepEqual(await client.diagnosticsOf(squadUri), []);
});

test('diagnostics of an included file stand there, and what explains them is related', async () => {
  const game = fs.readFileSync(path.join(squad, 'game.ishi.yaml'), 'utf8');
  fs.writeFileSync(path.join(squad, 'game.ishi.yaml'), game.replace('boss:      warden', 'boss:      wardn'));
  const said = client.when((params) => params.uri === gameUri && params.diagnostics.length > 0);
  client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: gameUri, type: 2 }] });
  assert.match((await said)[0].message, /wardn/);
  fs.writeFileSync(path.join(squad, 'game.ishi.yaml'), game);
  const gone = client.when((params) => params.uri === gameUri && params.diagnostics.length === 0);
  client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: gameUri, type: 2 }] });
  await gone;
  const twice = client.open(path.join(squad, 'twice.ishi.yaml'), 'ishi: 1\nblackboard:\n  hp: number\n  hp: integer\n');
  const [finding] = await client.diagnosticsOf(twice);
  assert.equal(finding.relatedInformation[0].location.uri, twice);
  client.close(twice);
});

test('the outline has sections, entries and their parts; symbols are found in the project', async () => {
  const outline = await client.request('textDocument/documentSymbol', { textDocument: { uri: squadUri } });
  const goals = outline.find((entry) => entry.name === 'goals');
  const goal = goals.children.find((entry) => entry.name === 'fire_from');
  assert.deepEqual(goal.children.map((entry) => entry.name), ['spot']);
  const found = await client.request('workspace/symbol', { query: 'warden' });
  assert.ok(found.some((one) => one.name === 'warden' && one.location.uri === gameUri));
});

test('folds, selections, highlights, tokens, hints, lenses and signatures', async () => {
  const document = { textDocument: { uri: squadUri } };
  const text = client.texts.get(squadUri);
  const folds = await client.request('textDocument/foldingRange', document);
  assert.ok(folds.some((fold) => text.split('\n')[fold.startLine].startsWith('goals:')));
  const at = client.at(squadUri, '- fi|re: { whom: boss }').position;
  const [selection] = await client.request('textDocument/selectionRange', { ...document, positions: [at] });
  const shown = [];
  for (let one = selection; one; one = one.parent) shown.push(textAt(text, one.range));
  assert.equal(shown[0], 'fire');
  assert.equal(shown.at(-1), text);
  const highlights = await client.request('textDocument/documentHighlight', client.at(squadUri, 'for_each: { st|ore: boxes }'));
  assert.deepEqual(highlights.map((one) => textAt(text, one.range)), ['store', 'store', 'store']);
  const tokens = await client.request('textDocument/semanticTokens/full', document);
  assert.ok(tokens.data.length > 1000 && tokens.data.length % 5 === 0);
  const hints = await client.request('textDocument/inlayHint', { ...document, range: client.whole(squadUri) });
  assert.ok(hints.length > 5 && hints.every((hint) => /^ ([-∞0-9.]|= |[a-z_]+: )/.test(hint.label)), JSON.stringify(hints));
  const lenses = await client.request('textDocument/codeLens', document);
  assert.ok(lenses.length > 5);
  const result = await client.request('workspace/executeCommand', lenses[0].command);
  assert.equal(result.tests.length, 1);
  assert.equal(result.failed, 0);
  const signature = await client.request('textDocument/signatureHelp', client.at(squadUri, 'highest(squad, |close'));
  assert.match(signature.signatures[0].label, /^highest\(/);
  assert.equal(signature.activeParameter, 1);
});

test('all sure fixes at once are those of `ishi check --fix`', async () => {
  const broken = client.texts.get(squadUri).replace('- fire: { whom: boss }', '- fier: { whom: boss }')
    .replace('count: 1, scope: team', 'cuont: 1, scope: team');
  const file = path.join(squad, 'broken.ishi.yaml');
  const uri = client.open(file, broken);
  await client.diagnosticsOf(uri);
  const actions = await client.request('textDocument/codeAction',
    { textDocument: { uri }, range: client.whole(uri), context: { diagnostics: [], only: ['source.fixAll'] } });
  assert.deepEqual(actions.map((action) => action.kind), ['source.fixAll']);
  fs.writeFileSync(file, broken);
  spawnSync(ishi, ['check', '--fix', file]);
  assert.equal(applied(broken, actions[0].edit.documentChanges[0].edits), fs.readFileSync(file, 'utf8'));
  client.close(uri);
  fs.rmSync(file);
});

test('a client with commands of its own has lenses for them; keys have their ranges', async () => {
  const own = ['ishi.whyTest', 'ishi.playTest'], other = await Client.start({ options: { commands: own } });
  // An editor has one command of an id: the server's and those of the extension differ.
  const extension = JSON.parse(fs.readFileSync(path.join(sources, 'editors/vscode/package.json'), 'utf8')).contributes.commands.map(({ command }) => command);
  assert.deepEqual(other.initialized.capabilities.executeCommandProvider.commands.filter((one) => extension.includes(one)), []);
  for (const one of own) assert.ok(extension.includes(one), one);
  const uri = other.open(path.join(squad, 'squad.ishi.yaml'));
  const lenses = await other.request('textDocument/codeLens', { textDocument: { uri } });
  assert.deepEqual([...new Set(lenses.map((lens) => lens.command.command))], ['ishi.runTest', ...own]);
  const subjects = await other.request('workspace/executeCommand', { command: 'ishi.subjects', arguments: [uri] });
  assert.deepEqual(subjects.keys.find((key) => key.name === 'rounds'),
    { name: 'rounds', kind: 'whole', ranged: true, low: 0, high: 4, fallback: 4, unit: '', words: [] });
  assert.deepEqual(subjects.agents.map((agent) => agent.name), ['soldier', 'warden']);
  assert.equal(await other.stop(), 0);
});

test('the map of an agent is drawn from the text as it stands, with links to its lines', async () => {
  const uri = client.open(path.join(squad, 'squad.ishi.yaml'));
  const draw = (...words) => client.request('workspace/executeCommand', { command: 'ishi.map', arguments: [uri, ...words] });
  const all = await draw('');
  assert.match(all, /^<svg /);
  for (const agent of ['soldier', 'warden']) assert.ok(all.includes(`<text class="title" x="20"`) && all.includes(`>${agent}</text>`), agent);
  assert.ok(all.includes(`href="${uri}#L`));
  const one = await draw('warden');
  assert.ok(!one.includes('>soldier</text>') && one.includes('data-name="charge" data-kind="action"'));
  assert.equal(await draw('nobody'), null);
  // With options: what leads to an action, kinds as one box, and what a run did.
  assert.ok(!(await draw({ agent: 'soldier', only_to: 'nurse' })).includes('data-name="flank"'));
  assert.equal(await draw({ agent: 'soldier', only_to: 'sing' }), null);
  assert.match(await draw({ agent: 'soldier', fold: ['actions'] }), /data-name="\d+ actions"/);
  await assert.rejects(draw({ fold: ['act'] }), /`act` is no kind of parts/);
  const counted = await draw({ agent: 'soldier', counts: { soldier: { parts: [['action', 'nurse', 12, 0.25], ['action', 'gone', 1, 1], 'none'], turns: [['a', 'b', 1], 3] } } });
  assert.ok(counted.includes('>12×, 25 %<') && counted.includes('>never<'));
  await assert.rejects(draw(), /takes the URI of a file/);
  const broken = client.open(path.join(squad, 'broken_map.ishi.yaml'), 'ishi: 1\ntasks: { lie: {} }\nactions: { rest: { when: hq < 3, score: 1, do: [lie] } }\nagents: { a: { actions: [rest] } }\n');
  const drawn = await client.request('workspace/executeCommand', { command: 'ishi.map', arguments: [broken, ''] });
  assert.ok(drawn.includes('data-name="rest"'));
  client.close(broken);
  client.close(uri);
});

test('edits by picture come as edits of the text, with what may be typed over, or are refused with the reason', async () => {
  const uri = client.open(path.join(squad, 'pictured.ishi.yaml'), 'ishi: 1\n# 行\nactions:\n  rest: { score: 0.1 }\n  見: { score: 1 }\nagents:\n  a:\n    actions: [rest]\n    states:\n      on: { to: { off: elapsed > 1s } }\n      off: {}\n');
  const good = client.open(path.join(squad, 'good.ishi.yaml'), 'ishi: 1\nactions:\n  rest: { score: 0.1 }  # 休む\nagents:\n  a:\n    actions: [rest]\n    states:\n      on: { to: { off: elapsed > 1s } }\n      off: {}\n');
  const ask = (command, uri, options) => client.request('workspace/executeCommand', { command, arguments: [uri, options].filter((one) => one !== undefined) });
  const parts = await ask('ishi.parts', good);
  const find = (...at) => parts.find((one) => one.at.join('/') === at.join('/'));
  assert.equal(find('agents', 'a', 'states', 'on', 'to', 'off').of, 'transition');
  const score = find('actions', 'rest', 'score');
  assert.deepEqual([score.of, score.value, score.unit, score.low, score.alone], ['number', 0.1, '', null, true]);
  const { edit, written, note } = await ask('ishi.edit', good, { do: 'connect', at: ['agents', 'a', 'states', 'off'], name: 'on' });
  const changes = edit.documentChanges?.[0].edits ?? edit.changes[good];
  assert.deepEqual(changes.map((one) => one.newText), ['{ to: { on: elapsed > 5s } }']);
  assert.equal(note, '');
  assert.deepEqual(written, { uri: good, range: { start: { line: 8, character: 23 }, end: { line: 8, character: 35 } } });
  await assert.rejects(ask('ishi.edit', good, { do: 'move', at: ['actions', 'rest'], by: -1 }), /it is the first of its list/);
  await assert.rejects(ask('ishi.edit', good, { do: 'move', at: ['actions', 'rest'], expected: 'flee' }), /`flee` is not in the text any more/);
  await assert.rejects(ask('ishi.edit', good, { do: 'paint', at: [] }), /`paint` is no edit by picture/);
  await assert.rejects(ask('ishi.edit', good), /takes the URI of a file, and an edit/);
  // A text with errors: the edit is made, and what could not be checked is said.
  const unchecked = await ask('ishi.edit', uri, { do: 'setNumber', at: ['actions', 'rest', 'score'], value: 0.25 });
  assert.match(unchecked.note, /did not compile before/);
  // A try is in no text.
  const choice = async (off) => (await ask('ishi.decide', good, { agent: 'a', flips: false, off })).choice?.action ?? null;
  assert.equal(await choice([]), 'rest');
  assert.equal(await choice([{ uri: good, at: ['actions', 'rest'] }]), null);
  assert.ok(!(await ask('ishi.text', good)).includes('false'));
  client.close(good);
  client.close(uri);
});

test('each frame of a run is explained as it was played: by its number, its exact time and the time that is printed', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-frames-'));
  fs.cpSync(path.join(sources, 'examples/watch'), folder, { recursive: true });
  const uri = client.open(path.join(folder, 'watch.ishi.yaml')), seconds = 6, frames = 60 * seconds;
  const ask = (command, options) => client.request('workspace/executeCommand', { command, arguments: [uri, options] });
  const { scenes } = await ask('ishi.subjects');
  const scene = scenes[0].name, run = await ask('ishi.play', { scene, for: `${seconds}s` });
  let isPlayed = 0;
  const changesOf = (one) => Object.values(one.scores ?? {}).reduce((sum, line) => sum + line.length, 0);
  for (const agent of [...run.agents].sort((a, b) => changesOf(b) - changesOf(a)).slice(0, 2)) {
    assert.ok(changesOf(agent) > 2, agent.name);
    // What holds after a frame: the last entry that is not later.
    const scoresAt = (frame) => Object.fromEntries(Object.entries(agent.scores).map(([name, line]) => [name, line.findLast(([at]) => at <= frame / 60 + 5e-4)?.[1]]));
    const begins = Math.min(...Object.values(agent.scores).map((line) => line[0][0]));
    for (let frame = Math.ceil(begins * 60 - 0.05); frame < frames; ++frame) {
      const asked = (at) => ask('ishi.decide', { scene, agent: agent.name, for: `${seconds}s`, at, flips: false });
      const why = await asked(`frame ${frame}`);
      const scores = Object.fromEntries(why.options.map((one) => [one.action, one.score === null ? null : Math.round(one.score * 1e3) / 1e3]));
      for (const [name, score] of Object.entries(scoresAt(frame)))
        assert.ok(score === null ? scores[name] === null : Math.abs(score - scores[name]) < 2e-3, `${agent.name}, frame ${frame}, ${name}: ${score}, ${scores[name]}`);
      assert.ok(why.thought_at_seconds <= frame / 60 + 1e-6);
      for (const at of [(frame / 60).toFixed(8), (frame / 60).toFixed(4), (frame / 60).toFixed(2)]) {
        if (frame % 7 === 0 || at.length < 6) assert.deepEqual(await asked(`${at}s`), why, `frame ${frame} at ${at}s`);
      }
      isPlayed += 1;
    }
  }
  assert.ok(isPlayed > frames, String(isPlayed));
  for (const at of ['frame', 'frame x', 'frame -1', 'frame 9999999999']) await assert.rejects(ask('ishi.decide', { scene, at }), /frame by its number, such as "frame 750"/, at);
  client.close(uri);
  fs.rmSync(folder, { recursive: true });
});

test('completion goes on behind a bracket that nothing closes', async () => {
  const head = 'ishi: 1\nblackboard: { hp: { type: number, range: 0..100 }, armed: boolean }\nneeds: { fear: { level: 0.5 } }\ntasks: { go: {} }\n';
  const actions = 'actions:\n  flee: { score: 1 }\nagents:\n  a: { actions: [flee] }\n';
  let number = 0;
  const offered = async (text) => {
    const whole = head + text, at = whole.indexOf('|'), before = whole.slice(0, at).split('\n');
    const uri = client.open(path.join(work, `open${++number}.ishi.yaml`), whole.replace('|', ''));
    const found = await client.request('textDocument/completion', { textDocument: { uri }, position: { line: before.length - 1, character: before.at(-1).length } });
    client.close(uri);
    return (found.items ?? found).map((one) => one.label);
  };
  const holds = async (text, ...names) => {
    const labels = await offered(text);
    for (const name of names) assert.ok(labels.includes(name), `${JSON.stringify(text)}: ${labels.slice(0, 9)}`);
  };
  // In the bracket itself, with and without lines behind it.
  await holds('actions:\n  flee: { |\n', 'score', 'gains');
  await holds('actions:\n  flee: { score: 0.5, when: h|\n  hide: { score: 1 }\n', 'hp');
  await holds('actions:\n  flee: { score: 0.5,\n    |\n', 'when');
  await holds('actions:\n  flee: {\n    score: 1,\n    wh|\n', 'when');
  // In the lines behind it.
  await holds('actions:\n  flee: { score: 1\n  hide: { |\nagents:\n  a: { actions: [flee] }\n', 'score', 'gains');
  await holds('actions:\n  flee: { score: 1\n  hide: { when: h|\n', 'hp');
  await holds('actions:\n  flee: { score: 1\n  hide:\n    |\n', 'score', 'gains');
  await holds('actions:\n  flee:\n    gains: { fear: 1\n    wh|\n    do: [go]\n', 'when');
  await holds('actions:\n  flee:\n    do: [go\n  hide:\n    do: [|\n', 'go', 'set');
  await holds('actions:\n  flee:\n    do:\n      - set: { armed: true\n      - set: { |\n', 'hp', 'armed');
  await holds(`${actions}tests:\n  t: { agent: a, given: { hp: 1 }\n  u:\n    given: { |\n`, 'hp', 'armed');
  await holds(`${actions}tests:\n  "who's there: {": { agent: a, given: { hp: 1 } }\n  u: { expect: { picks: |\n`, 'flee', 'nothing');
  // A bracket that is closed holds whatever stands in it, wherever that begins.
  await holds('actions:\n  flee: {\n  score: 1,\n  wh|\n  }\n', 'when');
});

test('formatting lays a text out as `ishi fmt` does', async () => {
  const text = client.texts.get(squadUri).replace('count: 1, scope: team', 'count:    1,   scope: team');
  const uri = client.open(path.join(squad, 'untidy.ishi.yaml'), text);
  const edits = await client.request('textDocument/formatting', { textDocument: { uri }, options: { tabSize: 2, insertSpaces: true } });
  const tidy = applied(text, edits);
  assert.equal(tidy, spawnSync(ishi, ['fmt', '-'], { input: text, encoding: 'utf8' }).stdout);
  assert.notEqual(tidy, text);
  client.close(uri);
});

test('a curve has a picture, and a line of blocks for those who show none', async () => {
  const text = 'ishi: 1\ncurves:\n  fear: { gaussian: { center: 0.5, width: 0.2 }, input: 0m..20m }\n';
  const uri = client.open(path.join(squad, 'curves.ishi.yaml'), text);
  await client.diagnosticsOf(uri);
  const { contents } = await client.request('textDocument/hover', client.at(uri, 'fe|ar: '));
  const [, code] = contents.value.match(/!\[the curve\]\(data:image\/svg\+xml;base64,([A-Za-z0-9+/=]+)\)/);
  const svg = Buffer.from(code, 'base64').toString('utf8');
  assert.match(svg, /^<svg [^>]*><rect [^>]*\/><polyline points="0\.0,[\d.]+ .* 240\.0,[\d.]+"[^>]*\/><\/svg>$/);
  assert.match(contents.value, /█/);
  assert.match(contents.value, /x 0m\.\.20m, gives 0\.04\S*\.\.1$/m);
  const hints = await client.request('textDocument/inlayHint', { textDocument: { uri }, range: client.whole(uri) });
  assert.deepEqual(hints.map((hint) => hint.label).sort(), [' = 10m', ' = 4m']);
  client.close(uri);
});

test('behind the name of a base stands what is inherited', async () => {
  const text = 'ishi: 1\ntasks: { rest: {} }\nactions:\n  idle: { score: 0.1, do: [rest] }\n' +
    '  doze: { extends: idle, score: 0.2 }\nagents: { cat: { actions: [idle, doze] } }\n';
  const uri = client.open(path.join(squad, 'inherits.ishi.yaml'), text);
  await client.diagnosticsOf(uri);
  const hints = await client.request('textDocument/inlayHint', { textDocument: { uri }, range: client.whole(uri) });
  const inherited = hints.filter((hint) => hint.label.includes('do: '));
  assert.deepEqual(inherited.map((hint) => [hint.label, hint.position.line]), [[' do: [rest]', 4]]);
  client.close(uri);
});

test('a part of an expression becomes a value or a curve, and the file still compiles', async () => {
  const text = 'ishi: 1\nblackboard: { hp: { type: number, range: 0..100 } }\ntasks: { rest: {} }\nactions:\n' +
    '  idle: { score: 0.5 * (1 - hp.norm) + 0.1, do: [rest] }\nagents: { cat: { actions: [idle] } }\n';
  const uri = client.open(path.join(squad, 'extract.ishi.yaml'), text);
  await client.diagnosticsOf(uri);
  const ask = (part) => {
    const begin = client.at(uri, `|${part}`).position;
    const range = { start: begin, end: { line: begin.line, character: begin.character + part.length } };
    return client.request('textDocument/codeAction', { textDocument: { uri }, range, context: { diagnostics: [], only: ['refactor'] } });
  };
  for (const [part, titles] of [['0.5 * (1 - hp.norm)', ['Extract a value', 'Extract a curve']], ['1 - hp.norm', ['Extract a value', 'Extract a curve']],
    ['(1 - hp', []], ['score', []]]) {
    const actions = await ask(part);
    assert.deepEqual(actions.map((action) => action.title), titles, part);
    for (const action of actions) {
      const after = applied(text, action.edit.documentChanges[0].edits);
      const file = path.join(squad, 'extracted.ishi.yaml');
      fs.writeFileSync(file, after);
      const run = spawnSync(ishi, ['check', file], { encoding: 'utf8' });
      assert.equal(run.status, 0, `${after}${run.stderr}`);
      assert.match(after, action.title.endsWith('curve') ? /new_curve\(hp\)/ : /new_value/);
      fs.rmSync(file);
    }
  }
  client.close(uri);
});

test('after a rename the old name can be kept for saves and reloads', async () => {
  const text = 'ishi: 1\nblackboard:\n  hp: { type: number, range: 0..100 }\ntasks: { rest: {} }\n' +
    'actions: { idle: { score: hp.norm, do: [rest] } }\nagents: { cat: { actions: [idle] } }\n';
  const uri = client.open(path.join(squad, 'keeps.ishi.yaml'), text);
  const edit = await client.request('textDocument/rename', { ...client.at(uri, '  h|p: '), newName: 'health' });
  client.replace(uri, applied(text, edit.documentChanges[0].edits));
  await client.diagnosticsOf(uri);
  const { position } = client.at(uri, '  hea|lth: ');
  const actions = await client.request('textDocument/codeAction',
    { textDocument: { uri }, range: { start: position, end: position }, context: { diagnostics: [] } });
  const offer = actions.find((action) => action.title.includes('was called `hp`'));
  const after = applied(client.texts.get(uri), offer.edit.documentChanges[0].edits);
  assert.match(after, /health: \{ renamed_from: hp, type: number/);
  client.replace(uri, after);
  assert.deepEqual(await client.diagnosticsOf(uri), []);
  client.close(uri);
});

test('a new line is indented as what stands above it says', async () => {
  const uri = client.open(path.join(squad, 'lines.ishi.yaml'), '');
  const indented = async (text) => {
    client.replace(uri, text);
    const position = { line: text.split('\n').length - 1, character: 0 };
    const edits = await client.request('textDocument/onTypeFormatting',
      { textDocument: { uri }, position, ch: '\n', options: { tabSize: 2, insertSpaces: true } });
    return applied(text, edits).split('\n').at(-1).length;
  };
  assert.equal(await indented('ishi: 1\nactions:\n'), 2);
  assert.equal(await indented('actions:\n  flee:  # away\n'), 4);
  assert.equal(await indented('actions:\n  flee:\n    score: 1\n'), 4);
  assert.equal(await indented('    do:\n      - wait: 1s\n'), 8);
  assert.equal(await indented('    do:\n      - rest\n'), 6);
  assert.equal(await indented('  flee: { score: 1,\n'), 4);
  assert.equal(await indented('  "a: {b":\n'), 4);
  client.close(uri);
});

test('a decision of unsaved text is explained as `ishi why` explains it', async () => {
  const uri = client.open(path.join(squad, 'asks.ishi.yaml'), 'ishi: 1\nblackboard: { hp: { type: number, range: 0..100 } }\ntasks: { rest: {}, run: {} }\n' +
    'actions: { idle: { score: hp.norm, do: [rest] }, flee: { score: 0.5, do: [run] } }\nagents: { cat: { actions: [idle, flee] } }\n');
  const ask = (options) => client.request('workspace/executeCommand', { command: 'ishi.decide', arguments: [uri, options] });
  assert.equal((await ask({ set: ['hp=90'] })).choice.action, 'idle');
  const whole = await ask({ set: ['hp=10'] });
  assert.equal(whole.choice.action, 'flee');
  assert.equal(whole.flips.length, 1);
  assert.deepEqual(await ask({ set: ['hp=10'], flips: false }), { ...whole, flip: null, flips: [] });
  await assert.rejects(ask({ agent: 'dog' }), /there is no agent dog/);
  client.close(uri);
});

test('sweeps and runs of unsaved text are what `ishi sweep` and `ishi play` say of the file', async () => {
  fs.cpSync(path.join(sources, 'examples/watch'), path.join(work, 'watch'), { recursive: true });
  const watch = path.join(work, 'watch', 'watch.ishi.yaml');
  const uri = client.open(watch);
  const ask = (command, options) => client.request('workspace/executeCommand', { command, arguments: [uri, options] });
  const said = (...words) => JSON.parse(spawnSync(ishi, [...words, '--format', 'json'], { encoding: 'utf8', maxBuffer: 1 << 28 }).stdout);
  const subjects = await ask('ishi.subjects');
  for (const { name } of subjects.scenes)
    assert.deepEqual(await ask('ishi.play', { scene: name, for: '3s' }), said('play', watch, '--scene', name, '--for', '3s'), name);
  const { agents: [guard] } = subjects;
  const [key] = subjects.keys.filter((one) => one.ranged);
  for (const importance of ['', 'all'])
    assert.deepEqual(await ask('ishi.sweep', { agent: guard.name, over: [key.name], importance }),
      said('sweep', watch, '--agent', guard.name, '--over', key.name, ...(importance === '' ? [] : ['--importance', importance])));
  await assert.rejects(ask('ishi.sweep', { agent: guard.name, over: ['no_such_key'] }), /no_such_key/);
  await assert.rejects(ask('ishi.play', { scene: 'nowhere' }), /nowhere/);
  client.close(uri);
});

test('about whom one can ask is known while the text has errors elsewhere', async () => {
  const text = 'ishi: 1\nenums: { mood: [calm, angry] }\nblackboard:\n  hp: { type: integer, range: 0..100, default: 80 }\n  far: { type: length, range: 0m..50m }\n' +
    '  armed: boolean\n  feels: mood\n  foe: entity\nneeds: { rest: { start: 0.25, rise: 0.1 } }\nimportance: { brave: {}, coward: {} }\n' +
    'actions: { idle: { score: 0.1 } }\nagents: { cat: { actions: [idle], importance: brave } }\ntests: { it idles: { agent: cat, expect: { picks: idle } } }\n' +
    'curves: { broken: }\n';
  const uri = client.open(path.join(squad, 'about.ishi.yaml'), text);
  const subjects = await client.request('workspace/executeCommand', { command: 'ishi.subjects', arguments: [uri] });
  const kinds = Object.fromEntries(subjects.keys.map((key) => [key.name, key.kind]));
  assert.deepEqual(kinds, { hp: 'whole', far: 'number', armed: 'boolean', feels: 'word', foe: 'entity', 'needs.rest': 'number' });
  const of = (name) => subjects.keys.find((key) => key.name === name);
  assert.deepEqual([of('hp').low, of('hp').high, of('hp').fallback], [0, 100, 80]);
  assert.deepEqual([of('far').high, of('far').unit, of('feels').words], [50, 'm', ['calm', 'angry']]);
  assert.equal(of('needs.rest').fallback, 0.25);
  assert.deepEqual(subjects.agents, [{ name: 'cat', importance: 'brave', states: [], actions: ['idle'], profiles: ['brave'] }]);
  assert.deepEqual(subjects.tests, [{ name: 'it idles', scene: '', agent: 'cat', runs: false, proves: false }]);
  client.close(uri);
});

test('reading a large project shows progress, from its beginning to its end', async () => {
  const folder = fs.mkdtempSync(path.join(work, 'large-'));
  fs.writeFileSync(path.join(folder, 'ishi.yaml'), '');
  for (let i = 0; i < 45; ++i) fs.writeFileSync(path.join(folder, `a${i}.ishi.yaml`), 'ishi: 1\ntasks: { rest: {} }\n');
  const other = await Client.start({ progress: true });
  const seen = [];
  const ended = new Promise((resolve) => other.connection.onNotification('$/progress', ({ token, value }) => {
    seen.push([token, value.kind]);
    if (value.kind === 'end') resolve();
  }));
  other.open(path.join(folder, 'a0.ishi.yaml'));
  await ended;
  assert.equal(seen[0][1], 'begin');
  assert.ok(seen.length >= 4 && seen.slice(1, -1).every(([, kind]) => kind === 'report'));
  assert.equal(new Set(seen.map(([token]) => token)).size, 1);
  assert.equal(await other.stop(), 0);
});
