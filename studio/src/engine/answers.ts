// What the language server answers about behaviour: as `ishi why`, `ishi sweep` and `ishi play` say it with
// `--format json` (compiler/cli/lsp/questions.cpp).

export interface Key {
  name: string;
  kind: 'number' | 'whole' | 'boolean' | 'word' | 'other';
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
  agents: { name: string; importance: string; states: string[]; actions: string[] }[];
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
}

export interface Decision {
  agent: string;
  importance: string | null;
  state: string | null;
  choice: { action: string | null; target: string | null; score: number | null } | null;
  options: Option[];
  // The nearest change of each key that would change the decision. `to` is the key's value, as text.
  flips: { key: string; to: string; condition: string; action: string | null; target: string | null }[];
}

export interface Sweep {
  agent: string;
  axes: { key: string; unit: string; low: number; high: number }[];
  profiles: {
    importance: string[];
    is_proved: boolean;
    // Over two keys each line has the second key's value, by its name.
    lines: ({ stretches: { from: number; to: number; chooses: string }[] } & Record<string, unknown>)[];
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

export interface Run {
  seconds: number;
  agents: { name: string; agent: string; importance?: string }[];
  events: RunEvent[];
  ways: { name: string; is_agent: boolean; ends: number; places: [number, number, number][] }[];
  walls: [[number, number], [number, number]][];
}

export interface TestResult {
  name: string;
  passed: boolean;
  outcome: string;
  message: string;
}
