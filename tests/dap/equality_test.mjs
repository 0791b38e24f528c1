// What the debugger shows in a frame is what `ishi play` and `ishi why` say of it, bit for bit, however it came there.
// SEQUENCES: how many random sequences of requests are tried; ISHI_LONG_TESTS: 10,000.

import assert from 'node:assert/strict';
import path from 'node:path';
import { afterEach, test } from 'node:test';
import { Debugger, sources, verb, watch } from './client.mjs';

const fear = path.join(sources, 'docs/cookbook/fear.ishi.yaml');
const longTests = (process.env.ISHI_LONG_TESTS ?? '') !== '';
let open = [];
afterEach(async () => {
  for (const one of open) await one.end();
  open = [];
});
const launch = async (options) => {
  const made = await Debugger.launch({ ...options, stopOnEntry: true });
  open.push(made);
  return made;
};

// All that is shown of everybody where the run stands.
async function picture(made, deep = true) {
  const all = { at: made.stopped.description };
  for (const [name, id] of Object.entries(await made.threads())) {
    const scopes = await made.scopes(id, deep);
    all[name] = { stack: (await made.stack(id)).map((frame) => `${frame.name}:${frame.line}`) };
    for (const [scope, list] of Object.entries(scopes)) {
      if (scope.endsWith(' list')) all[name][scope] = list.map((one) => [one.name, one.value, one.type, one.parts]);
    }
  }
  return all;
}

async function goTo(made, frame) {
  const stop = made.stop();
  await made.evaluateAt(`frame ${frame}`);
  await stop;
}
Debugger.prototype.evaluateAt = function (moment) {
  return this.client.evaluateRequest({ expression: moment, context: 'repl' });
};

// What `play` says that each agent does, frame by frame.
function actionsOf(played, frames) {
  const doing = {}, all = [];
  for (let frame = 0; frame < frames; ++frame) {
    for (const event of played.events.filter((one) => one.frame === frame)) {
      if (event.kind === 'chosen') doing[event.agent] = event.name;
      if (['left', 'over', 'failed'].includes(event.kind) && doing[event.agent] === event.name) doing[event.agent] = undefined;
    }
    all.push({ ...doing });
  }
  return all;
}

test('in every frame everybody does, holds and has scored what play says', async () => {
  const length = longTests ? 6 : 0.5, frames = length * 60;
  for (const [program, scene] of [[fear, 'square'], [watch, 'meeting']]) {
    const played = verb('play', program, '--scene', scene, '--for', `${length}s`);
    const actions = actionsOf(played, frames);
    const last = {};
    const made = await launch({ program, scene, for: `${length}s` });
    for (let frame = 0; frame < frames; ++frame) {
      if (frame > 0) await made.move('next', { granularity: 'instruction' });
      const shown = await picture(made);
      for (const agent of played.agents) {
        const own = shown[agent.name];
        const action = own.stack.find((line) => line.startsWith('action '));
        assert.equal(action?.slice(7).split(/[: ]/)[0], actions[frame][agent.name], `${agent.name} in frame ${frame}`);
        const chosen = played.events.find((one) => one.frame === frame && one.agent === agent.name && one.kind === 'chosen');
        if (chosen) {
          const scores = Object.fromEntries(own['Scores of the last decision list'].map(([name, , , parts]) => [name, parts.score]));
          for (const [name, score] of Object.entries(chosen.scores)) {
            if (score === null) assert.equal(scores[name], 'not eligible', `${name} of ${agent.name} in frame ${frame}`);
            else assert.ok(Math.abs(Number(scores[name]) - score) < 5.1e-5, `${name}: ${scores[name]}, ${score}`);
          }
        }
        // Changes of keys are those that play tells.
        const keys = Object.fromEntries(own['Keys list'].map(([name, value]) => [name, value]));
        for (const event of played.events.filter((one) => one.frame === frame && one.agent === agent.name && one.kind === 'key'))
          last[`${agent.name}.${event.name}`] = event.text.split(' → ')[1];
        for (const [name, value] of Object.entries(last)) {
          if (name.startsWith(`${agent.name}.`)) assert.equal(keys[name.slice(agent.name.length + 1)], value, `${name} in frame ${frame}`);
        }
      }
    }
    await made.end();
  }
});

test('the scores of a decision are those of why, bit for bit', async () => {
  const made = await launch({ program: watch, scene: 'camp', for: '20s' });
  for (const [frame, agent] of [[0, 'ann'], [100, 'rex'], [650, 'ann'], [700, 'bob'], [760, 'eve'], [1100, 'ann']]) {
    await goTo(made, frame);
    const why = verb('why', watch, '--scene', 'camp', '--agent', agent, '--at', `frame ${frame}`);
    const id = (await made.threads())[agent];
    const scopes = await made.scopes(id, true);
    for (const option of why.options) {
      const shown = scopes['Scores of the last decision list'].find((one) => one.name === option.action);
      if (option.score === null) {
        assert.equal(shown.value, 'not eligible');
        continue;
      }
      assert.equal(Math.fround(Number(shown.parts.score)), Math.fround(option.score), `${agent}, ${option.action}`);
      assert.equal(Math.fround(Number(shown.value)), Math.fround(Math.fround(option.score) + Math.fround(option.inertia)));
    }
    const decided = (await made.stack(id)).at(-1).name;
    assert.equal(decided, `decided at ${(why.thought_at_frame / 60).toFixed(2)}s: ${why.choice?.action ?? 'nothing'}`);
  }
});

function* randomNumbers(seed) {
  for (let x = seed >>> 0; ;) {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    yield x / 2 ** 32;
  }
}

test('random sequences of requests end where a straight run comes to', async () => {
  const sequences = Number(process.env.SEQUENCES ?? (longTests ? 10_000 : 60));
  const scenes = [
    { program: fear, scene: 'square', for: '4s' },
    { program: watch, scene: 'camp', for: '16s' },
  ];
  const random = randomNumbers(Number(process.env.SEED ?? 17));
  const below = (count) => Math.floor(random.next().value * count);
  for (const options of scenes) {
    const made = await launch(options), straight = await launch(options);
    const frames = parseInt(options.for) * 60;
    const known = new Map();
    const pictureAt = async (frame) => {
      if (!known.has(frame)) {
        await goTo(straight, frame);
        known.set(frame, await picture(straight, false));
      }
      return known.get(frame);
    };
    const lines = 60;
    for (let sequence = 0; sequence < sequences / scenes.length; ++sequence) {
      for (let step = 0; step < 6; ++step) {
        const thread = 1 + below(7), granularity = below(2) ? 'instruction' : 'statement';
        const asked = [
          () => made.client.send('next', { threadId: thread, granularity }),
          () => made.client.send('stepIn', { threadId: thread }),
          () => made.client.send('stepOut', { threadId: thread }),
          () => made.client.send('stepBack', { threadId: thread, granularity }),
          () => made.evaluateAt(`frame ${below(frames + 20)}`),
          () => made.client.send('reverseContinue', { threadId: thread }),
          () => (below(4) ? Promise.resolve() : made.breakpoints(options.program, [1 + below(lines), 1 + below(lines)])).then(() => null),
          () => made.client.send('variables', { variablesReference: below(500) }).then(() => null),
          () => made.client.send('stackTrace', { threadId: thread, startFrame: below(4), levels: below(3) }).then(() => null),
          () => made.client.send('scopes', { frameId: below(30) }).then(() => null),
          () => made.client.send('restartFrame', { frameId: 1 + below(6) }),
          () => made.client.send('evaluate', { expression: ['why', 'hp', 'needs.tired', '1 +', 'help'][below(5)], context: 'repl' }).then(() => null),
        ][below(12)];
        const stop = new Promise((resolve) => made.client.once('stopped', (event) => resolve((made.stopped = event.body))));
        const answer = await asked().catch(() => null);
        // What moves the run ends with a stop, or is refused.
        if (answer !== null) await stop;
      }
      const at = Number(/at ([\d.]+)s/.exec(made.stopped.description)?.[1] ?? /: ([\d.]+)s$/.exec(made.stopped.description)?.[1] ?? 0);
      const here = await picture(made, false);
      const there = await pictureAt(Math.round(at * 60));
      delete here.at;
      assert.deepEqual(here, (({ at: _, ...rest }) => rest)(there), `sequence ${sequence}, ${at}s`);
    }
  }
});
