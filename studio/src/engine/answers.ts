// What the language server answers about behaviour: as `ishi why`, `ishi sweep` and `ishi play` say it with
// `--format json` (compiler/cli/lsp/questions.cpp).

export interface Key {
  name: string;
  kind: 'number' | 'whole' | 'boolean' | 'word' | 'entity' | 'other';
  ranged: boolean;
  low: number;
  high: number;
  fallback: number;
  unit: string;
  words: string[];
}

// Values at places that are equally far apart, from one end of what it reads to the other.
export interface Curve {
  name: string;
  low: number;
  high: number;
  values: number[];
}

export interface Subjects {
  keys: Key[];
  profiles: string[];
  curves: Curve[];
  agents: { name: string; importance: string; states: string[]; actions: string[]; profiles: string[] }[];
  scenes: { name: string; agents: { name: string; agent: string }[] }[];
  tests: { name: string; scene: string; agent: string; runs: boolean; proves: boolean }[];
}

// About whom something is asked, in which situation.
export interface Situation {
  agent?: string;
  test?: string;
  scene?: string;
  importance?: string;
  running?: string;
  state?: string;
  at?: string;
  for?: string;
  set?: string[];
}

export interface Term {
  name: string;
  kind: 'motive' | 'consideration' | 'tactical' | 'score' | 'weight'; // a weight multiplies the whole score
  input: number;
  value: number;
  contribution: number;
  weight?: number;
  curve?: string | null;
}

export interface Option {
  action: string;
  target: string | null;
  eligible: boolean;
  gate: string | null;
  obstacle: string | null;
  score: number | null;
  inertia: number;
  terms: Term[];
  combine: 'sum' | 'normalize' | 'tactical' | 'product' | 'compensated' | 'geometric' | 'min' | 'max' | 'mean';
  combine_words: string | null; // as a sentence; null where the terms are simply added up
  does_not_compete: string[]; // reasons, of an eligible option that could not be picked
}

export interface Decision {
  agent: string;
  importance: string | null;
  state: string | null;
  given?: Record<string, string>; // what the situation says of keys and levels
  choice: { action: string | null; target: string | null; score: number | null } | null;
  note: string | null; // what the scores alone do not explain: another one scores higher
  options: Option[];
  choices?: { choice: string; target: string | null; gate: string | null; facts: { target: string; score: number | null }[] }[];
  // The nearest change of each key that would change the decision. `to` is the key's value, as text.
  recorded?: { agent: string; frame: number; seconds: number; flips_unknown: string | null };
  flips: { key: string; to: string; condition: string; action: string | null; target: string | null }[];
}

export interface Turn {
  at: number | string;
  from: string;
  to: string;
}

export interface Sweep {
  agent: string;
  // Over two keys the one with more values comes first, in whatever order they were named. Values of keys that have words are words.
  axes: { key: string; unit: string; low: number | string; high: number | string }[];
  profiles: {
    importance: string[];
    is_proved: boolean;
    // Over two keys each line has the second key's value, by its name.
    lines: ({ stretches: { from: number | string; to: number | string; chooses: string }[] } & Record<string, unknown>)[];
    // Where an agent changes what it does while the value rises or falls slowly: with the inertia of what it does already.
    rising?: Turn[];
    falling?: Turn[];
    map?: { areas: { from: [number, number]; to: [number, number]; chooses: string; is_proved: boolean }[] };
  }[];
}

export interface RunEvent {
  seconds: number;
  agent: string;
  kind: string;
  name?: string;
  text?: string;
  to?: string;
  scores?: Record<string, number | null>;
}

// A number over time: it holds until the next entry's seconds; null: none.
export type Line = [seconds: number, value: number | null][];
// What holds from some seconds on.
export type Changes<T> = [seconds: number, now: T][];

export interface Plan {
  node: number;
  steps: string[];
  current: number;
  cost_seconds: number;
}

// Somebody who is remembered. `since` and `seen` are seconds.
export interface Fact {
  memory: string;
  who: string;
  since: number;
  seen: number;
  right: number | null;
  ahead: number | null;
  awareness?: number;
  fields?: string;
}

export interface RunAgent {
  name: string;
  agent: string;
  importance?: string;
  gone?: number; // seconds: when it left the world or died
  senses?: { name: string; kind: 'touch' | 'sight' | 'hearing'; range: number; degrees?: number }[];
  levels?: Record<string, Line>;
  scores?: Record<string, Line>;
  active?: Changes<number[]>;
  plans?: Changes<Plan[]>;
  memory?: Changes<Fact[]>;
  path?: Changes<[number, number][]>;
  weights?: Changes<(number | null)[]>;
}

export interface Node {
  node: number;
  parent: number | null;
  kind: string;
  name?: string;
}

export interface Run {
  seconds: number;
  agents: RunAgent[];
  events: RunEvent[];
  bodies: Record<string, { action: string; nodes: Node[] }[]>;
  sounds: { seconds: number; name: string; by: string; radius: number }[];
  // [seconds, right, ahead, facing], in metres and degrees from ahead to the right. Not of recordings.
  ways?: { name: string; is_agent: boolean; ends: number; places: [number, number, number, number][] }[];
  walls?: [[number, number], [number, number]][];
}

// --- Recordings (compiler/cli/lsp/recordings.cpp). Frames are counted by their places.

export interface RecordingAbout {
  frames: number;
  first: number; // number of the game's
  seconds: number[];
  gaps: number[];
  populations: string[];
  cut: boolean;
  damaged: number;
  sources: { path: string; fault: string | null }[];
}

// Everybody after a frame, in parallel lists; places in centimetres.
export interface RecordedFrame {
  frame: number;
  seconds: number;
  ground: number; // which cells the grid has; 0: there is none
  names: string[]; // of actions; the first is nothing
  agents: number[];
  generations: number[];
  populations: number[];
  actions: number[];
  right: (number | null)[];
  ahead: (number | null)[];
  facing: number[];
  others: [index: number, right: number | null, ahead: number | null][];
}

// The places that nobody can enter, in metres.
export interface RecordedGround {
  ground: number;
  blocks: [right: number, ahead: number, width: number, depth: number][];
}

// The tracks of all agents, as far as was played; only the first of all `lives` have one.
export interface Everybody {
  lives: number;
  tracks: { index: number; generation: number; name: string; from: number; gone: number | null; doings: [from: number, to: number, action: string, whom: number | null][] }[];
  counts: Record<string, { parts: ['action' | 'state', string, number, number][]; turns: [string, string, number][] }>;
}

export interface OtherDecision {
  agent: string;
  index: number;
  generation: number;
  at: number;
  last_at: number;
  seconds: number;
  before: string | null;
  before_for: string | null;
  after: string | null;
  after_for: string | null;
}

export interface TestResult {
  name: string;
  passed: boolean;
  outcome: string;
  message: string;
  range: { start: { line: number; character: number } };
}
