// Sources that are edited while a scene is debugged: agents go on with their state.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { Debugger, lineOf, sources } from './client.mjs';

const text = `ishi: 1
blackboard:
  hp:    { type: integer, range: 0..100, default: 50 }
  ammo:  { type: integer, range: 0..9, default: 9 }
tasks:
  shoot: { takes: 0.5s, effects: { ammo: ammo - 1 } }
  run:   { takes: 5s }
actions:
  fight:
    when: ammo > 0
    score: 0.6
    do: [shoot]
  flee: { score: 0.5 - hp / 200, do: [run] }
agents: { guard: { actions: [fight, flee], think: { every: 0.25s } } }
scenes:
  yard:
    agents: { pat: guard, sam: { agent: guard, given: { hp: 90 } } }
    at: { 2s: { set: { pat.hp: 10 } } }
`;

let folder, file, open;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-reload-'));
  file = path.join(folder, 'yard.ishi.yaml');
  fs.writeFileSync(file, text);
  open = [];
});
afterEach(async () => {
  for (const one of open) await one.end();
  fs.rmSync(folder, { recursive: true });
});
const launch = async (options = {}, configure = undefined) => {
  const made = await Debugger.launch({ program: file, scene: 'yard', for: '10s', stopOnEntry: true, ...options }, configure);
  open.push(made);
  return made;
};
const edit = (from, to) => {
  const before = fs.readFileSync(file, 'utf8');
  assert.ok(before.includes(from), from);
  fs.writeFileSync(file, before.replace(from, to));
};
const reload = async (made, waits = true) => {
  const stop = waits ? made.stop() : null;
  const answer = await made.client.customRequest('hotReload', {});
  if (waits) await stop;
  return answer.body.message;
};
// Where it stands then, it stops.
const go = async (made, where) => {
  const stop = made.stop();
  await made.evaluate(where);
  await stop;
};
const key = async (made, name, thread = 1) => made.evaluate(name, thread);
// Everything of an agent that does not depend on the version of its sources.
const state = async (made, thread) => {
  const { Keys, Actions } = await made.scopes(thread);
  return { Keys, actions: Object.keys(Actions ?? {}) };
};

test('agents keep their keys and what they are at, and decide by the new text', async () => {
  const made = await launch();
  await go(made, 'at 3s');
  const before = [await state(made, 1), await state(made, 2)];
  assert.equal(before[0].Keys.hp, '10');
  assert.ok(Number(before[0].Keys.ammo) < 9);
  edit('0.5 - hp / 200', '0.9 - hp / 200');
  assert.equal(await reload(made), 'from 3.00s on it is played with the sources as they are now');
  assert.equal(made.stopped.reason, 'hot reload');
  assert.deepEqual([await state(made, 1), await state(made, 2)], before);
  await go(made, 'at 4.2s');
  assert.match((await made.stack(1)).at(-1).name, /: flee$/, 'pat, who is wounded, flees now');
  assert.match((await made.stack(2)).at(-1).name, /: fight$/);
  // The frames before are those that were played: the old text counts there.
  await go(made, 'at 2.9s');
  assert.match((await made.stack(1)).at(-1).name, /: fight$/);
  assert.deepEqual((await state(made, 1)).Keys.hp, '10');
  await go(made, 'at 4.2s');
  assert.match((await made.stack(1)).at(-1).name, /: flee$/, 'and the new one again behind them');
});

test('with an edit that changes nothing of it a run goes on as it would have', async () => {
  const straight = await launch();
  const edited = await launch();
  edit('scenes:', '# nothing\nscenes:');
  for (const at of [0.4, 1.1, 2, 2.02, 3.7]) {
    await go(edited, `at ${at}s`);
    edit('# nothing', '# nothing\n# at all');
    await reload(edited);
    for (const later of [at + 0.1, at + 0.9, 9.5]) {
      await go(edited, `at ${later}s`);
      await go(straight, `at ${later}s`);
      for (const thread of [1, 2]) assert.deepEqual(await state(edited, thread), await state(straight, thread), `${at}s, seen at ${later}s`);
    }
    await go(edited, `at ${at}s`);
  }
});

test('a hot reload stays with the agent that was shown, whose last decision is not known any more', async () => {
  const made = await launch({}, async (one) => one.breakpoints(file, [lineOf(file, '  fight:')]));
  let stop = await made.move('continue');
  while (stop.threadId === 1) stop = await made.move('continue'); // another one than the first
  edit('0.5 - hp / 200', '0.4 - hp / 200');
  await reload(made);
  assert.deepEqual([made.stopped.reason, made.stopped.threadId], ['hot reload', stop.threadId]);
  assert.deepEqual((await made.stack(stop.threadId)).map((one) => one.name).slice(-1), ['its last decision is not known any more']);
});

test('a restart stays with the agent that was shown, wherever it stands in the new cast', async () => {
  const made = await launch({}, async (one) => one.breakpoints(file, [lineOf(file, '  fight:')]));
  while ((await made.move('continue')).threadId !== 2);
  edit('{ pat: guard, sam: {', '{ joe: guard, pat: guard, sam: {');
  const stop = await made.move('restart');
  assert.deepEqual([stop.reason, Object.entries(await made.threads()).find(([, id]) => id === stop.threadId)[0]], ['restart', 'sam']);
});

test('breakpoints go with their places, and come back with them', async () => {
  const made = await launch({}, async (one) => one.breakpoints(file, [lineOf(file, '- ')].slice(1)));
  const line = lineOf(file, '  flee:');
  const [set] = await made.breakpoints(file, [line]);
  assert.equal(set.verified, true);
  const moved = made.event('breakpoint');
  edit('actions:', '# one\n# two\nactions:');
  edit('0.5 - hp / 200', '0.9 - hp / 200');
  await go(made, 'at 1s');
  await reload(made);
  assert.equal((await moved).body.breakpoint.line, line + 2);
  const stop = await made.move('continue');
  assert.match(stop.description, /^(pat|sam): the action `flee` is chosen/);
  assert.equal((await made.stack(stop.threadId)).at(-1).line, line + 2);
  // Back through the version before, in which it was never chosen.
  const back = await made.move('reverseContinue');
  assert.equal(back.reason, 'entry');
  assert.match((await made.move('continue')).description, /the action `flee` is chosen/);
});

test('text with an error leaves everything as it is, and says where', async () => {
  const made = await launch();
  await go(made, 'at 1s');
  const before = await state(made, 1);
  edit('when: ammo > 0', 'when: amo > 0');
  await assert.rejects(reload(made, false), /there is no key or value `amo`[^]*the run goes on as before/);
  assert.deepEqual(await state(made, 1), before);
  await go(made, 'at 2s');
  edit('when: amo > 0', 'when: ammo > 0');
  assert.equal(await reload(made, true), 'the sources are those that it is played with');
});

test('another cast is another run, which a restart plays', async () => {
  const made = await launch();
  const cast = 'agents: { pat: guard, sam: { agent: guard, given: { hp: 90 } } }\n    at: { 2s: { set: { pat.hp: 10 } } }';
  for (const [other, words] of [
    [cast.replace('pat: guard,', 'pat: guard, eve: guard,'), /the agent `sam: guard` has become `eve: guard`/],
    [cast.replace('90 } }', '90 } }, eve: guard'), /the agent `eve: guard` is new/],
    [cast.replaceAll('pat', 'bob'), /the agent `pat: guard` has become `bob: guard`/],
    ['agents: { pat: guard }', /the agent `sam: guard` is gone/],
    [`walls: [[2, 0, 2]]\n    ${cast}`, /walls stand elsewhere/],
    [`world: { crate: { position: [3, 0, 3] } }\n    ${cast}`, /in `world` `crate` is new/],
  ]) {
    edit(cast, other);
    await assert.rejects(reload(made, false), (error) => words.test(error.message) && /the run goes on as before: .*Restart it to play it with that/.test(error.message) || assert.fail(error.message));
    edit(other, cast);
  }
  await go(made, 'at 5s');
});

test('a value that is set before the edit begins a run of the new text', async () => {
  const made = await launch();
  await go(made, 'at 4s');
  edit('0.5 - hp / 200', '0.9 - hp / 200');
  await reload(made);
  await go(made, 'at 1s');
  const { frame, ...scopes } = await made.scopes(2);
  await made.client.setVariableRequest({ variablesReference: scopes['Keys reference'], name: 'hp', value: '5' });
  await go(made, 'at 3s');
  assert.match((await made.stack(2)).at(-1).name, /: flee$/, 'sam is wounded from 1 s on, and the new text counts');
});

test('a task that the new text lacks is over, and one that both have goes on', async () => {
  const made = await launch();
  await go(made, 'at 3.1s');
  edit('do: [shoot]', 'do: [reload]');
  edit('  run:  ', '  reload: { takes: 1s, effects: { ammo: 9 } }\n  run:  ');
  await reload(made);
  await go(made, 'at 4.9s');
  assert.equal(await key(made, 'ammo', 2), '9');
  assert.match((await made.stack(2))[0].name, /reload/);
});

test('the console reloads, too, and a frame is still the same one', async () => {
  const made = await launch();
  await go(made, 'at 3s');
  edit('0.5 - hp / 200', '0.9 - hp / 200');
  const stop = made.stop();
  assert.match(await made.evaluate('reload'), /^from 3\.00s on/);
  assert.equal((await stop).reason, 'hot reload');
  await assert.rejects(made.evaluate('why'), /it has not thought since the sources were read again/);
  await go(made, 'at 4s');
  assert.match(await made.evaluate('why'), /^guard picks flee/);
  await assert.rejects(made.evaluate('what if hp = 90'), /its sources were changed on the way/);
});

test('reloads in any order of places keep a debugger alive', async () => {
  const made = await launch();
  let seed = 7;
  const random = (most) => (seed = (seed * 48271) % 2147483647) % most;
  for (let i = 0; i < 60; ++i) {
    await go(made, `at ${(random(90) / 10).toFixed(1)}s`);
    const what = random(4);
    if (what === 0) edit(/0\.\d+ - hp/.exec(fs.readFileSync(file, 'utf8'))[0], `0.${1 + random(9)} - hp`);
    if (what <= 1) {
      const answer = await made.client.customRequest('hotReload', {});
      assert.ok(answer.success);
    }
    const { frame, ...scopes } = await made.scopes(1 + random(2));
    if (what === 2) await made.client.setVariableRequest({ variablesReference: scopes['Keys reference'], name: 'hp', value: String(random(100)) });
    assert.ok((await made.stack(1)).length > 0);
  }
});

test('a key of another type has its default again, which is said', async () => {
  const made = await launch();
  await go(made, 'at 3s');
  edit('hp:    { type: integer, range: 0..100, default: 50 }', 'hp:    { type: number, range: 0..100, default: 50 }');
  assert.equal(await reload(made), 'from 3.00s on it is played with the sources as they are now; of another type than before, and at its default: `hp`');
  assert.equal(await key(made, 'hp', 2), '50');
  assert.equal(await key(made, 'ammo', 2), '4', 'the others keep theirs');
});

test('a file that is included counts, too', async () => {
  fs.writeFileSync(path.join(folder, 'moods.ishi.yaml'), 'ishi: 1\ncurves: { calm: { points: [[0, 0], [100, 0]] } }\n');
  fs.writeFileSync(file, text.replace('ishi: 1\n', 'ishi: 1\ninclude: [moods.ishi.yaml]\n').replace('score: 0.5 - hp / 200', 'score: calm(hp)'));
  const made = await launch();
  await go(made, 'at 3s');
  fs.writeFileSync(path.join(folder, 'moods.ishi.yaml'), 'ishi: 1\ncurves: { calm: { points: [[0, 1], [100, 1]] } }\n');
  assert.match(await reload(made), /^from 3\.00s on/);
  await go(made, 'at 4s');
  assert.match((await made.stack(2)).at(-1).name, /: flee$/);
});

test('a run that is not configured yet, or goes back, is not reloaded', async () => {
  const made = await launch({ for: '600s' }, async (one) => {
    await assert.rejects(one.client.customRequest('hotReload', {}), /`configurationDone` comes first/);
    await one.client.setFunctionBreakpointsRequest({ breakpoints: [{ name: 'flee', condition: 'hp < 0' }] });
  });
  await go(made, 'at 599s');
  edit('0.5 - hp / 200', '0.9 - hp / 200');
  const stop = made.stop();
  await made.client.send('reverseContinue', { threadId: 1 });
  await assert.rejects(made.client.customRequest('hotReload', {}), /the run goes back: pause it first/);
  await stop;
});

// The runs of the tests of all examples, and scenes: who senses, remembers, walks, steers, plans, claims and opens doors.
test('with an edit that changes nothing every run of the examples goes on as it would have', async () => {
  const frames = [3, 37, 90, 211];
  const everything = async (made) => {
    const all = {};
    for (const [name, thread] of Object.entries(await made.threads())) {
      const scopes = await made.scopes(thread, true);
      // Scores are those of the last decision, of which a run that has just been reloaded knows nothing.
      all[name] = Object.fromEntries(Object.entries(scopes).filter(([scope]) => scope.endsWith(' list') && !scope.startsWith('Scores'))
        .map(([scope, list]) => [scope, list.map((one) => [one.name, one.value, one.parts])]));
    }
    return all;
  };
  let tried = 0;
  for (const example of fs.readdirSync(path.join(sources, 'examples'))) {
    const from = path.join(sources, 'examples', example);
    if (!fs.statSync(from).isDirectory()) continue;
    const to = path.join(folder, example);
    fs.cpSync(from, to, { recursive: true, filter: (one) => !one.includes('node_modules') });
    for (const name of fs.readdirSync(to, { recursive: true }).filter((one) => one.endsWith('.ishi.yaml'))) {
      const program = path.join(to, name), written = fs.readFileSync(program, 'utf8');
      const runs = [...written.matchAll(/^  ([^#\n]+?):\s*(?:\n(?:    .*\n)*?    run:|\{[^\n]*run: )/gm)].map((found) => ({ test: found[1].trim() }));
      if (example === 'watch') runs.push({ scene: 'camp', for: '12s' }, { scene: 'machine', for: '12s' });
      for (const run of runs) {
        fs.writeFileSync(program, written);
        const edited = await Debugger.launch({ program, stopOnEntry: true, ...run }).catch(() => null);
        if (edited === null) continue; // a proof
        const straight = await Debugger.launch({ program, stopOnEntry: true, ...run });
        open.push(edited, straight);
        const chosen = process.env.ISHI_LONG_TESTS ? frames : [frames[tried % frames.length]];
        for (const frame of chosen) {
          const both = async (at) => {
            try {
              await go(edited, `frame ${at}`);
            } catch {
              return false; // the run is over by then
            }
            await go(straight, `frame ${at}`);
            return true;
          };
          if (!(await both(frame))) break;
          fs.appendFileSync(program, '\n# edited\n');
          await reload(edited);
          ++tried;
          for (const later of [0, 1, 20, 119]) {
            if (later > 0 && !(await both(frame + later))) break;
            assert.deepEqual(await everything(edited), await everything(straight), `${example}, ${JSON.stringify(run)}, reloaded at ${frame}, seen ${later} later`);
          }
        }
        await edited.end();
        await straight.end();
      }
    }
  }
  assert.ok(tried > 30, `${tried} runs`);
});
