// Debugging tests and scenes.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, test } from 'node:test';
import { Debugger, lineOf, sources, verb, watch } from './client.mjs';

const camp = { program: watch, scene: 'camp', for: '20s' };
let open = [];
const launch = async (options, configure) => {
  const made = await Debugger.launch(options, configure);
  open.push(made);
  return made;
};
afterEach(async () => {
  for (const one of open) await one.end();
  open = [];
});
const stopping = (lines, file = watch) => async (made) => {
  made.expectsStop = true;
  made.set = await made.breakpoints(file, lines);
};
const seconds = (stop) => Number(/at ([\d.]+)s/.exec(stop.description)[1]);

test('a scene stops on entry, its agents are threads, and it ends', async () => {
  const made = await launch({ ...camp, stopOnEntry: true });
  assert.equal(made.stopped.reason, 'entry');
  assert.deepEqual(Object.keys(await made.threads()), ['ann', 'bob', 'cal', 'eve', 'rex']);
  const ended = await made.move('continue');
  assert.equal(ended.description, 'the run is over: 19.98s');
  const terminated = made.event('terminated');
  await made.client.continueRequest({ threadId: 1 });
  await terminated;
});

test('the stack leads from the step to its action, its state and the decision, each with its line', async () => {
  const made = await launch({ ...camp, stopOnEntry: true });
  await made.evaluate('at 1s');
  const stack = await made.stack(1);
  assert.deepEqual(
    stack.map((frame) => [frame.name, frame.line]),
    [
      ['go_to', lineOf(watch, 'go_to: { where: beat_a }')],
      ['action patrol', lineOf(watch, '  patrol:')],
      ['state calm', lineOf(watch, '      calm:')],
      ['decided at 1.00s: patrol', lineOf(watch, '  patrol:')],
    ],
  );
  assert.equal(stack[0].source.path, watch);
});

test('references of an earlier stop are refused, reads quietly and changes aloud', async () => {
  const made = await launch({ ...camp, stopOnEntry: true });
  await made.evaluate('at 1s');
  const [{ id }] = await made.stack(1), before = (await made.scopes(1))['Keys reference'];
  await made.evaluate('at 2s');
  const seen = new Set([...(await made.stack(1)), ...(await made.stack(2))].map((frame) => frame.id));
  assert.ok(!seen.has(id), 'a number is given again');
  const late = [['variables', { variablesReference: before }, false], ['scopes', { frameId: id }, false], ['setVariable', { variablesReference: before, name: 'called', value: 'true' }, true]];
  for (const [request, given, isShown] of late) {
    const answers = [], dispatch = made.client.dispatch;
    made.client.dispatch = (text) => {
      answers.push(JSON.parse(text));
      dispatch.call(made.client, text);
    };
    await assert.rejects(made.client.send(request, given), /there (are|is) no such .* any more/);
    made.client.dispatch = dispatch;
    assert.equal(answers.find((one) => one.command === request).body.error.showUser, isShown);
  }
});

test('a breakpoint on an action stops when it is chosen', async () => {
  const line = lineOf(watch, '  call:');
  const made = await launch(camp, stopping([line]));
  assert.deepEqual([made.set[0].verified, made.set[0].line, made.set[0].message], [true, line, undefined]);
  assert.equal(made.stopped.reason, 'breakpoint');
  assert.deepEqual(made.stopped.hitBreakpointIds, [made.set[0].id]);
  const chosen = verb('play', watch, '--scene', 'camp', '--for', '20s').events.filter((one) => one.kind === 'chosen' && one.name === 'call');
  assert.match(made.stopped.description, new RegExp(`^${chosen[0].agent}: the action \`call\` is chosen \\(stranger\\) at`));
  assert.equal(seconds(made.stopped), Number(chosen[0].seconds.toFixed(2)));
});

test('breakpoints stop at steps, states, transitions, senses and events', async () => {
  const played = verb('play', watch, '--scene', 'camp', '--for', '20s').events;
  const first = (kind, name, agent) => played.find((one) => one.kind === kind && one.name === name && (!agent || one.agent === agent));
  const places = [
    ['- take_aim', 'actions:', first('task_started', 'take_aim'), /the step `take_aim` starts/],
    ['      alert:', '', first('state', 'alert'), /the state `alert` is entered/],
    ['to: { alert: called, wary: lamp }', '', first('state', 'wary'), /the transition to `wary` is taken/],
    ['  eyes:', 'senses:', first('remembered', 'strangers'), /the sense `eyes` notices somebody/],
    ['bark:       [set', '', first('event', 'bark'), /the event `bark` as guard gets it is received/],
  ];
  for (const [text, after, event, words] of places) {
    const made = await launch(camp, stopping([lineOf(watch, text, after)]));
    assert.equal(made.set[0].verified, true, text);
    assert.match(made.stopped.description, words);
    assert.ok(Math.abs(seconds(made.stopped) - event.seconds) < 0.02, `${text}: ${made.stopped.description}, ${event.seconds}`);
    await made.end();
  }
});

test('a breakpoint on a condition stops when its truth changes', async () => {
  const made = await launch(camp, stopping([lineOf(watch, 'when: reports > 0')]));
  assert.match(made.stopped.description, /^eve: the condition of `when` holds now/);
  assert.equal(await made.evaluate('reports > 0', 4), 'true');
  const next = await made.move('continue');
  assert.match(next.description, /^eve: the condition of `when` does not hold any more/);
});

test('a breakpoint moves to where something happens, and says so', async () => {
  const made = await launch({ ...camp, stopOnEntry: true });
  const gains = lineOf(watch, 'gains: { tired: 0.6 }');
  const [moved] = await made.breakpoints(watch, [gains]);
  const step = lineOf(watch, 'go_to: { where: machine.position }');
  assert.deepEqual([moved.verified, moved.line], [true, step]);
  assert.equal(moved.message, `nothing happens on line ${gains}: moved to the step \`go_to\` on line ${step}`);
  const [outside] = await made.breakpoints('/etc/hostname', [1]);
  assert.deepEqual([outside.verified, outside.message], [false, 'this file has no part in what is debugged']);
});

test('what the check has proved never to happen can never be hit', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-dap-'));
  const file = path.join(folder, 'never.ishi.yaml');
  fs.writeFileSync(file, `ishi: 1
blackboard: { hp: { type: integer, range: 0..100, default: 50 } }
tasks: { hide: {}, stroll: {} }
actions:
  hide:
    when: hp > 100
    score: 0.5
    do: [hide]
  stroll: { score: 0.1, do: [stroll] }
agents: { guard: { actions: [hide, stroll] } }
`);
  const made = await launch({ program: file, agent: 'guard', for: '1s', stopOnEntry: true });
  const [action, step, stroll] = await made.breakpoints(file, [5, 8, 9]);
  for (const never of [action, step]) {
    assert.equal(never.verified, false);
    assert.match(never.message, /^this can never be hit: the `when` of `hide` never holds \(IS403\)/);
  }
  assert.equal(stroll.verified, true);
  fs.rmSync(folder, { recursive: true });
});

test('conditions, hit counts and log points', async () => {
  const step = lineOf(watch, '- look_round');
  const made = await launch(camp, stopping([{ line: step, condition: 'needs.tired > 0.1 and not called' }]));
  assert.ok(Number(await made.evaluate('needs.tired', made.stopped.threadId)) > 0.1);
  await made.end();
  const counted = await launch(camp, stopping([{ line: step, hitCondition: '3' }]));
  const plain = await launch(camp, stopping([step]));
  await plain.move('continue');
  await plain.move('continue');
  assert.ok(seconds(counted.stopped) <= seconds(plain.stopped));
  const told = await launch({ ...camp, for: '6s', stopOnEntry: true }, async (one) => one.breakpoints(watch, [{ line: step, logMessage: 'tired by {needs.tired}, {lamp}' }]));
  const end = await told.move('continue');
  assert.match(end.description, /the run is over/);
  const lines = told.outputs.filter((text) => text.includes('tired by'));
  assert.match(lines[0], /^[\d.]+s (ann|bob|cal): tired by 0\.\d+, false\n$/);
  const [wrong] = await told.breakpoints(watch, [{ line: step, condition: 'hp <' }]);
  assert.equal(wrong.verified, false);
  assert.match(wrong.message, /the condition cannot be computed/);
  const [count] = await told.breakpoints(watch, [{ line: step, hitCondition: 'often' }]);
  assert.match(count.message, /no number of hits/);
});

test('data breakpoints stop when a key, a level or an expression changes', async () => {
  const made = await launch({ ...camp, stopOnEntry: true });
  const scopes = await made.scopes(4);
  const key = (await made.client.dataBreakpointInfoRequest({ variablesReference: scopes['Keys reference'], name: 'reports' })).body;
  assert.equal(key.description, 'reports of eve');
  const expression = (await made.client.dataBreakpointInfoRequest({ frameId: (await made.stack(1))[0].id, name: 'needs.tired > 0.1' })).body;
  const nothing = (await made.client.dataBreakpointInfoRequest({ frameId: (await made.stack(1))[0].id, name: 'hp >' })).body;
  assert.equal(nothing.dataId, null);
  await made.client.setDataBreakpointsRequest({ breakpoints: [{ dataId: key.dataId }, { dataId: expression.dataId }] });
  assert.match((await made.move('continue')).description, /^ann: needs.tired > 0.1: false → true/);
  const stop = await made.move('continue');
  assert.equal(stop.reason, 'data breakpoint');
  assert.match(stop.description, /^eve: reports: 0 → 1/);
});

test('faults stop the run, and say what is wrong', async () => {
  const made = await launch({ program: watch, scene: 'wall', for: '9s', fail: ['look_round=4s'], stopOnEntry: true });
  const filters = made.capabilities.exceptionBreakpointFilters.map((one) => one.filter);
  assert.deepEqual(filters, ['task', 'plan', 'goal', 'mind', 'member', 'range']);
  await made.client.setExceptionBreakpointsRequest({ filters: ['task'] });
  const stop = await made.move('continue');
  assert.equal(stop.reason, 'exception');
  const info = (await made.client.send('exceptionInfo', { threadId: 1 })).body;
  assert.deepEqual([info.exceptionId, info.description], ['task', 'the task look_round fails']);
});

test('a run goes back step by step, and to the last breakpoint before', async () => {
  const made = await launch(camp, stopping([lineOf(watch, '  call:')]));
  const there = seconds(made.stopped);
  const before = await made.scopes(made.stopped.threadId);
  const thread = made.stopped.threadId;
  const back = await made.move('stepBack', { threadId: thread, granularity: 'instruction' });
  assert.equal(seconds(back), Number((there - 1 / 60).toFixed(2)));
  const again = await made.move('next', { threadId: thread, granularity: 'instruction' });
  assert.equal(seconds(again), there);
  const after = await made.scopes(thread);
  assert.deepEqual(after.Keys, before.Keys);
  assert.deepEqual(after['Scores of the last decision'], before['Scores of the last decision']);
  const ended = await made.move('continue');
  const last = await made.move('reverseContinue');
  assert.equal(seconds(last), there, ended.description);
  assert.equal((await made.move('reverseContinue')).reason, 'entry');
});

test('steps go to the next step or decision of the agent', async () => {
  const made = await launch({ ...camp, stopOnEntry: true });
  const events = verb('play', watch, '--scene', 'camp', '--for', '20s').events.filter((one) => one.agent === 'ann' && one.kind === 'task_started');
  const stop = await made.move('next', { threadId: 1 });
  assert.ok(seconds(stop) <= events[1].seconds);
  const out = await made.move('stepOut', { threadId: 1 });
  assert.ok(seconds(out) >= seconds(stop));
  const back = await made.move('stepBack', { threadId: 1 });
  assert.ok(seconds(back) < seconds(out));
});

test('a value that is set counts from there on, and is there again after going back', async () => {
  const made = await launch({ ...camp, stopOnEntry: true });
  await made.evaluate('at 2s');
  const scopes = await made.scopes(1);
  const set = (await made.client.setVariableRequest({ variablesReference: scopes['Keys reference'], name: 'lamp', value: 'true' })).body;
  assert.equal(set.value, 'true');
  await made.move('next', { threadId: 1, granularity: 'instruction' });
  await made.evaluate('at 2.5s');
  assert.equal((await made.stack(1)).find((frame) => frame.name.startsWith('state')).name, 'state wary');
  await made.evaluate('at 1.5s');
  assert.equal((await made.scopes(1)).Keys.lamp, 'false');
  assert.equal((await made.stack(1)).find((frame) => frame.name.startsWith('state')).name, 'state calm');
  await made.evaluate('at 2.5s');
  assert.equal((await made.stack(1)).find((frame) => frame.name.startsWith('state')).name, 'state wary');
  await assert.rejects(made.client.setVariableRequest({ variablesReference: (await made.scopes(1))['Keys reference'], name: 'lamp', value: '12' }), /lamp|truth|true/);
  await assert.rejects(made.client.setVariableRequest({ variablesReference: (await made.scopes(1))['Position reference'], name: 'position', value: '12' }), /cannot be set/);
});

test('expressions, hovers, why and what if', async () => {
  const made = await launch(camp, stopping([lineOf(watch, '  call:')]));
  const thread = made.stopped.threadId;
  assert.equal(await made.evaluate('strangers', thread, 'hover'), '1');
  assert.match(await made.evaluate('nearest(strangers)', thread).catch(String), /stranger|there is no/);
  assert.equal(await made.evaluate('needs.tired < 2', thread, 'watch'), 'true');
  await assert.rejects(made.evaluate('needs.tired <', thread, 'watch'));
  const name = Object.entries(await made.threads()).find(([, id]) => id === thread)[0];
  const told = await made.evaluate('why', thread);
  const why = verb('why', watch, '--scene', 'camp', '--agent', name, '--at', `${seconds(made.stopped)}s`);
  assert.ok(told.startsWith(`guard picks ${why.choice.action} for ${why.choice.target}`), told);
  assert.match(await made.evaluate('what if needs.tired = 0.9', thread), /with needs.tired = 0.9 it would pick/);
  assert.match(await made.evaluate('help', thread), /what if/);
});

test('an expression is computed where the run stands', async () => {
  const made = await launch({ ...camp, stopOnEntry: true });
  for (const moment of ['8s', '2s', '16s', '1s']) {
    await made.evaluate(`at ${moment}`);
    const scopes = await made.scopes(1);
    const tired = Number(scopes.Levels['needs.tired']);
    assert.equal(await made.evaluate(`needs.tired > ${(tired - 0.001).toFixed(4)}`), 'true', moment);
    assert.equal(await made.evaluate(`needs.tired > ${(tired + 0.001).toFixed(4)}`), 'false', moment);
  }
});

test('a stack frame is restarted where it began', async () => {
  const made = await launch({ ...camp, stopOnEntry: true });
  await made.evaluate('at 6s');
  const stack = await made.stack(1);
  const action = stack.find((frame) => frame.name.startsWith('action'));
  const stop = made.stop();
  await made.client.restartFrameRequest({ frameId: action.id });
  const there = await stop;
  assert.equal(there.reason, 'restart');
  assert.ok(seconds(there) < 6);
});

test('a restart takes the sources as they are now, and breakpoints go with their places', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-dap-'));
  for (const name of ['game.ishi.yaml', 'watch.ishi.yaml']) fs.copyFileSync(path.join(sources, 'examples/watch', name), path.join(folder, name));
  fs.writeFileSync(path.join(folder, 'ishi.yaml'), '');
  const file = path.join(folder, 'watch.ishi.yaml');
  const line = lineOf(file, '  call:');
  const made = await launch({ ...camp, program: file }, stopping([line], file));
  const before = made.stopped;
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('needs:', '# one line\n# and another\nneeds:'));
  const changed = made.event('breakpoint');
  const stop = made.stop();
  await made.client.send('restart', {});
  assert.equal((await changed).body.breakpoint.line, line + 2);
  assert.equal(seconds(await stop), seconds(before));
  const back = await made.move('reverseContinue');
  assert.equal(back.reason, 'entry');
  assert.equal(seconds(await made.move('continue')), seconds(before));
  fs.writeFileSync(file, 'ishi: 1\nactions: {');
  await assert.rejects(made.client.send('restart', {}));
  assert.equal((await made.stack(1)).length > 0, true, 'the run that was there goes on');
  fs.rmSync(folder, { recursive: true });
});

test('a test says at its end whether it has passed', async () => {
  const made = await launch({ program: watch, test: 'one pursues', stopOnEntry: true });
  await made.move('continue');
  assert.match(made.outputs.join(''), /passed: one pursues/);
});

test('only agents for whom an expression holds are listed', async () => {
  await assert.rejects(launch({ ...camp, agents: 'hp <', stopOnEntry: true }), /`agents` cannot be computed/);
  const some = await launch({ ...camp, agents: 'not (lamp or needs.tired > 0.5) and reports == 0', stopOnEntry: true });
  assert.ok(Object.keys(await some.threads()).length >= 3);
});
