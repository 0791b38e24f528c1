import type { Run } from '../engine/answers';
import { inkOf } from '../look/colours';
import type { Body, Box, Layers } from './ground';
import { nowOf, type Moment } from './moments';

// What a run shows on the ground at a time.

type Way = NonNullable<Run['ways']>[number];
export const kNoLayers: Layers = { walls: [], blocks: [], trails: [], senses: [], path: [], weights: null, sounds: [], remembered: [] };
const kSoundLasts = 0.8; // seconds that a sound is drawn

interface Place {
  right: number;
  ahead: number;
  facing: number;
}
function placeOf(way: Way, at: number): Place | null {
  const first = way.places[0];
  if (first === undefined || at < first[0] - 0.1 || at > way.ends + 0.1) return null;
  let low = 0, high = way.places.length - 1; // the last place that is not later
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (way.places[middle]![0] <= at) low = middle;
    else high = middle - 1;
  }
  const here = way.places[low]!, next = way.places[low + 1];
  const place = { right: here[1], ahead: here[2], facing: here[3] };
  // A place is noted each tenth of a second in which somebody moves: across a longer gap they stood.
  if (next === undefined || next[0] - here[0] > 0.15 || at < here[0]) return place;
  const share = (at - here[0]) / (next[0] - here[0]);
  return { ...place, right: here[1] + share * (next[1] - here[1]), ahead: here[2] + share * (next[2] - here[2]) };
}

export function boxOf(run: Run): Box | null {
  const box = { left: Infinity, right: -Infinity, near: Infinity, far: -Infinity };
  const hold = (right: number, ahead: number) => {
    box.left = Math.min(box.left, right); box.right = Math.max(box.right, right);
    box.near = Math.min(box.near, ahead); box.far = Math.max(box.far, ahead);
  };
  for (const way of run.ways ?? []) for (const [, right, ahead] of way.places) hold(right, ahead);
  for (const wall of run.walls ?? []) for (const [right, ahead] of wall) hold(right, ahead);
  return box.left > box.right ? null : box;
}

export const doingOf = (moments: Moment[], agent: string, at: number): string | null =>
  moments.findLast((one) => one.agent === agent && one.from <= at + 1e-3 && at < one.to + 1e-3)?.action ?? null;

export function sceneOf(run: Run, moments: Moment[], actions: string[], follows: string, at: number): { bodies: Body[]; followed: Body | null; layers: Layers } {
  const bodies: Body[] = [], layers: Layers = { ...kNoLayers, walls: run.walls ?? [], trails: [], senses: [], sounds: [], remembered: [] };
  let followed: Body | null = null;
  for (const way of run.ways ?? []) {
    const place = placeOf(way, at);
    const isFollowed = way.is_agent && way.name === follows;
    const points = way.places.filter(([seconds]) => seconds <= at).map(([, right, ahead]) => [right, ahead] as [number, number]);
    if (place !== null) points.push([place.right, place.ahead]);
    if (way.is_agent) layers.trails.push({ points, isFollowed });
    if (place === null) continue;
    const doing = way.is_agent ? doingOf(moments, way.name, at) : null;
    const body: Body = {
      name: way.name, ...place, isAgent: way.is_agent, label: doing === null ? way.name : `${way.name}: ${doing}`,
      shade: !way.is_agent ? 'rgb(150 150 150)' : doing === null ? 'rgb(120 130 140)' : inkOf(doing, actions),
    };
    bodies.push(body);
    if (isFollowed) followed = body;
  }
  for (const agent of run.agents) {
    const body = bodies.find((one) => one.isAgent && one.name === agent.name);
    if (body !== undefined) addSenses(layers, agent, body, agent.name === follows);
  }
  for (const sound of run.sounds) {
    const age = (at - sound.seconds) / kSoundLasts, way = run.ways?.find((one) => one.name === sound.by);
    const place = age < 0 || age > 1 || way === undefined ? null : placeOf(way, sound.seconds);
    if (place !== null) layers.sounds.push({ right: place.right, ahead: place.ahead, radius: sound.radius, name: sound.name, age });
  }
  addMind(layers, run.agents.find((one) => one.name === follows), followed, at);
  return { bodies, followed, layers };
}

export function addSenses(layers: Layers, agent: Run['agents'][number], body: Body, isFollowed: boolean): void {
  for (const sense of agent.senses ?? []) {
    if (sense.kind !== 'hearing') layers.senses.push({ body, kind: sense.kind, range: sense.range, degrees: sense.degrees ?? null, isFollowed });
  }
}

// The way that somebody walks, how it weighs its ways, and where it believes that others are.
export function addMind(layers: Layers, agent: Run['agents'][number] | undefined, body: Body | null, at: number): void {
  if (agent === undefined || body === null) return;
  layers.path = nowOf(agent.path, at) ?? [];
  const values = nowOf(agent.weights, at) ?? [];
  layers.weights = values.length > 0 ? { body, values } : null;
  layers.remembered = (nowOf(agent.memory, at) ?? []).flatMap(({ right, ahead, who }) => (right === null || ahead === null ? [] : [{ right, ahead, who }]));
}
