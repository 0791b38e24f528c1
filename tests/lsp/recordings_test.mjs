// Recorded games, asked by the commands of the language server: what they say is what the tool's verbs say. GAMES: the
// folder of the built examples.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { Client, ishi, sources, uriOf } from './client.mjs';

const games = process.env.GAMES;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ishi-recordings-'));
const recording = path.join(folder, 'guards.ishirec');
const project = path.join(folder, 'guard');
const file = path.join(project, 'guard.ishi.yaml');
let client, uri;

before(async () => {
  execFileSync(path.join(games, 'guard/guards'), [path.join(games, 'guard/behaviour/guard.ishi'), '--seconds', '3', '--guards', '40', '--record', recording]);
  fs.mkdirSync(project);
  for (const name of ['ishi.yaml', 'game.ishi.yaml', 'guard.ishi.yaml']) fs.copyFileSync(path.join(sources, 'examples/guard', name), path.join(project, name));
  client = await Client.start();
  uri = client.open(file);
});
after(async () => {
  client.kill();
  await client.exited;
  fs.rmSync(folder, { recursive: true });
});

const ask = (what, more = {}, of = recording) => client.request('workspace/executeCommand', { command: `ishi.record.${what}`, arguments: [uri, { recording: of, ...more }] });
const verb = (...words) => JSON.parse(execFileSync(ishi, [...words, '--root', project, '--format', 'json'], { encoding: 'utf8' }));
async function whole() {
  const about = await ask('open');
  for (let said = { played: 0 }; said.played < about.frames;) said = await ask('pass', { milliseconds: 20 });
  return about;
}
const find = (frame, index) => ({ index, generation: frame.generations[frame.agents.indexOf(index)] });

test('a recording is opened, played once, and any frame of it is told', async () => {
  const about = await ask('open');
  assert.equal(about.frames, 180);
  assert.equal(about.seconds.length, 180);
  assert.deepEqual(about.populations, ['guard']);
  assert.deepEqual(about.sources, [{ path: 'guard.ishi.yaml', fault: null }]);
  let said = await ask('pass', { milliseconds: 0 });
  assert.equal(said.played, 1, 'one frame at least');
  said = await ask('pass', { milliseconds: 60_000 });
  assert.deepEqual([said.played, said.difference], [180, null]);
  const frames = [await ask('frame', { at: 170 }), await ask('frame', { at: 20 }), await ask('frame', { at: 170 })];
  assert.deepEqual(frames[0], frames[2]);
  assert.equal(frames[1].frame, about.first + 20);
  for (const list of ['generations', 'populations', 'actions', 'right', 'ahead', 'facing']) assert.equal(frames[0][list].length, frames[0].agents.length, list);
  await assert.rejects(ask('frame', { at: 180 }), /there is no such frame/);
});

test('why, run and doings are what ishi why and ishi play say', async () => {
  await whole();
  const frame = await ask('frame', { at: 120 });
  const who = find(frame, 3);
  const why = await ask('why', { ...who, at: 120 });
  const said = verb('why', recording, '--at', `frame ${frame.frame}`, '--agent', 'guard#3');
  why.recorded.recording = said.recorded.recording;
  // The server goes on from the frame that it has played last; a tool that begins anew plays other frames.
  delete why.recorded.frames_played;
  delete said.recorded.frames_played;
  assert.deepEqual(why, said);
  const run = await ask('run', { ...who, at: 0, to: 179 });
  const played = verb('play', recording, '--agent', 'guard#3', '--for', '10s');
  assert.deepEqual(run.events, played.events);
  assert.deepEqual(run.agents, played.agents);
  const { doings } = await ask('doings', who);
  const chosen = run.events.filter((event) => event.kind === 'chosen');
  assert.deepEqual(doings.map(([, , action]) => action), chosen.map((event) => event.name));
  await assert.rejects(ask('why', { index: 3, generation: who.generation + 1, at: 120 }), /does not live then/);
});

test('everybody has a track, and all of an agent are counted together', async () => {
  await whole();
  const frame = await ask('frame', { at: 0 }), all = frame.agents.length;
  const { lives, tracks, counts } = await ask('everybody', { most: 1000 });
  assert.ok(lives >= all && tracks.length === lives, `${lives} ${tracks.length}`);
  assert.equal((await ask('everybody', { most: 3 })).tracks.length, 3);
  // A track is what is told of the agent alone.
  const { index, generation, ...track } = tracks[3];
  assert.deepEqual(track, await ask('doings', { index, generation }));
  // The counts are those of all agents: how often they began an action, and how long they did it.
  const about = await ask('open'), { parts } = counts.guard;
  await whole();
  for (const [kind, name, times, share] of parts.filter(([kind]) => kind === 'action')) {
    const own = tracks.flatMap((one) => one.doings).filter(([, , action]) => action === name);
    assert.equal(times, own.length, name);
    const frames = own.reduce((sum, [from, to]) => sum + to - from, 0), lived = tracks.reduce((sum, one) => sum + (one.gone ?? about.frames) - one.from, 0);
    assert.ok(Math.abs(share - frames / lived) < 1e-6, `${kind} ${name}: ${share} ${frames / lived}`);
  }
});

test('an agent that is gone has no scores any more, and each answer says since when', async () => {
  const long = path.join(folder, 'long.ishirec');
  execFileSync(path.join(games, 'guard/guards'), [path.join(games, 'guard/behaviour/guard.ishi'), '--seconds', '8', '--guards', '40', '--record', long]);
  const about = await ask('open', {}, long);
  for (let said = { played: 0 }; said.played < about.frames;) said = await ask('pass', { milliseconds: 50 }, long);
  const [first, last] = [await ask('frame', { at: 0 }, long), await ask('frame', { at: about.frames - 1 }, long)];
  const isThere = (frame, index, generation) => frame.agents.some((one, i) => one === index && frame.generations[i] === generation);
  const gone = first.agents.map((index) => find(first, index)).filter((who) => !isThere(last, who.index, who.generation));
  assert.ok(gone.length >= 2 && gone.length < 40, String(gone.length));
  for (const who of gone) {
    const doings = await ask('doings', who, long);
    assert.ok(isThere(await ask('frame', { at: doings.gone - 1 }, long), who.index, who.generation));
    assert.ok(!isThere(await ask('frame', { at: doings.gone }, long), who.index, who.generation));
    const run = await ask('run', { ...who, at: 0, to: about.frames - 1 }, long), [agent] = run.agents, end = about.seconds[doings.gone];
    assert.ok(Math.abs(agent.gone - end) < 0.001, `${agent.gone} ${end}`);
    for (const [name, points] of [...Object.entries(agent.scores), ...Object.entries(agent.levels ?? {})]) {
      assert.equal(points.at(-1)[1], null, name);
      assert.ok(points.at(-1)[0] <= agent.gone, name);
    }
    assert.deepEqual(agent.active.at(-1), [agent.gone, []]);
    assert.deepEqual([run.events.at(-1).kind, run.events.at(-1).agent], ['leaves', agent.name]);
    const words = new RegExp(`${agent.name} is not in the game any more: it left it in frame ${about.first + doings.gone}, at ${end.toFixed(2).replace('.', '\\.')}s`);
    for (const at of [doings.gone, about.frames - 1]) await assert.rejects(ask('why', { ...who, at }, long), words);
    const played = verb('play', long, '--agent', agent.name, '--for', '20s');
    assert.deepEqual(played.agents, run.agents);
    assert.deepEqual(played.events, run.events);
  }
  const stays = find(last, last.agents.find((index) => isThere(first, index, find(last, index).generation)));
  assert.equal((await ask('doings', stays, long)).gone, null);
  await ask('close', {}, long);
});

test('an expression finds the agents for whom it holds, as their keys were', async () => {
  await whole();
  const { agents } = await ask('filter', { expression: 'hp < 60 and threat.known', at: 170 });
  const frame = await ask('frame', { at: 170 });
  assert.ok(agents.length > 0 && agents.length < frame.agents.length, String(agents.length));
  // What a test of such a moment gives says the same of each.
  for (const index of frame.agents.slice(0, 12)) {
    const test = verb('test', '--from', recording, '--at', `frame ${frame.frame}`, '--agent', `guard#${index}`).text ?? '';
    const hp = /hp: (\d+)/.exec(test);
    if (test !== '' && !agents.includes(index) && hp !== null && /threat: \w/.test(test)) assert.ok(Number(hp[1]) >= 60, `guard#${index}: ${test}`);
  }
  await assert.rejects(ask('filter', { expression: 'hpp < 60', at: 170 }), /did you mean `hp`/);
  await assert.rejects(ask('filter', { expression: 'hp +', at: 170 }));
  await assert.rejects(ask('filter', { expression: 'hp', at: 170 }));
  assert.deepEqual((await ask('filter', { expression: 'false', at: 170 })).agents, []);
  assert.deepEqual((await ask('filter', { expression: 'true', at: 170 })).agents, frame.agents);
});

test('of the same text no decision would be another one; of another text each is told, and texts of the game explain', async () => {
  await whole();
  const all = async () => {
    let said = await ask('differences', { milliseconds: 10 });
    while (said.compared < said.frames) said = await ask('differences', { milliseconds: 50 });
    return said;
  };
  const same = await all();
  assert.deepEqual(same.others, []);
  assert.ok(same.decisions > 10, String(same.decisions));
  const text = fs.readFileSync(file, 'utf8'), from = text.indexOf('gains: { aggression: +0.8'), to = text.indexOf('\n', from);
  assert.ok(from > 0);
  client.edit(uri, from, to, 'gains: { aggression: +0.1 }');
  const edited = await all();
  assert.ok(edited.others.length > 0 && edited.decisions >= edited.others.length);
  for (const one of edited.others) assert.notDeepEqual([one.before, one.before_for], [one.after, one.after_for]);
  // The first of each agent is the first that the verb names.
  fs.writeFileSync(path.join(project, 'guard.ishi.yaml'), client.texts.get(uri));
  let first;
  try {
    verb('diff', recording, file);
  } catch (error) {
    first = JSON.parse(error.stdout).first;
  }
  for (const one of first) {
    const own = edited.others.find((other) => other.agent === one.agent);
    assert.deepEqual([own.frame, own.before, own.after], [one.frame, one.before, one.after]);
  }
  const [other] = edited.others;
  const why = await ask('why', { index: other.index, generation: other.generation, at: other.at });
  assert.equal(why.recorded.agent, other.agent);
  client.edit(uri, 0, client.texts.get(uri).length, text);
  fs.writeFileSync(file, text);
});

test('where nobody can walk is told as the game has it', async () => {
  const night = path.join(folder, 'night.ishirec');
  execFileSync(path.join(games, 'thief/thief'), [path.join(games, 'thief/behaviour/thief.ishi'), '--seconds', '2', '--seed', '3', '--record', night]);
  await ask('open', {}, night);
  // The house as the game's source draws it, the row of the greatest z first.
  const house = fs.readFileSync(path.join(sources, 'examples/thief/level.cpp'), 'utf8').match(/^ {4}"[^"]+",/gm).map((row) => row.trim().slice(1, -2)).reverse();
  assert.equal(house.length, 26);
  const frames = [await ask('frame', { at: 0 }, night), await ask('frame', { at: 10 }, night)];
  assert.ok(frames[0].ground > 0);
  assert.equal(frames[0].ground, frames[1].ground);
  const said = await ask('ground', { at: 5 }, night);
  assert.equal(said.ground, frames[0].ground);
  const blocked = house.map((row) => [...row].map(() => 0));
  for (const [right, ahead, width, depth] of said.blocks) {
    for (let row = ahead; row < ahead + depth; ++row) for (let column = right; column < right + width; ++column) ++blocked[row][column];
  }
  assert.deepEqual(blocked, house.map((row) => [...row].map((cell) => Number(cell === '#' || cell === 'c'))));
  assert.ok(said.blocks.length < 60, 'cells side by side are one block');
  await assert.rejects(ask('ground', { at: 1e9 }, night), /there is no such frame/);
  // A game without a grid.
  await whole();
  assert.equal((await ask('frame', { at: 3 })).ground, 0);
  assert.deepEqual(await ask('ground', { at: 3 }), { ground: 0, blocks: [] });
});

test('a game is neither compared with nor asked by another project whose agents are called alike', async () => {
  const night = path.join(folder, 'night.ishirec'); // its guards are not those of guard.ishi.yaml
  const about = await ask('open', {}, night);
  assert.deepEqual(about.sources, [{ path: 'thief.ishi.yaml', fault: 'the game was built from thief.ishi.yaml, which is not in this project' }]);
  await assert.rejects(ask('differences', { milliseconds: 10 }, night), /the game was built from thief\.ishi\.yaml, which is not in this project/);
  await assert.rejects(ask('filter', { expression: 'hp < 20', at: 3 }, night), /the game was built from thief\.ishi\.yaml, which is not in this project/);
});

test('what cannot be played is refused in a sentence, and so is what is not open', async () => {
  const odd = path.join(folder, 'odd');
  fs.writeFileSync(odd, 'no recording');
  await assert.rejects(ask('open', {}, odd), /this is no recording of Ishi/);
  await assert.rejects(ask('open', {}, file), /is a source/);
  await assert.rejects(ask('open', {}, path.join(folder, 'nowhere')), /cannot be read/);
  await assert.rejects(ask('frame', { at: 0 }, odd), /is not open/);
  await assert.rejects(ask('dance', {}, recording), /there is no command `ishi.record.dance`|is not open/);
  await whole();
  await ask('close');
  await assert.rejects(ask('frame', { at: 0 }), /is not open/);
});
