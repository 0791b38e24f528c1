import { Asked } from '../ask.svelte';
import type { Run, Situation } from '../engine/answers';
import { project } from '../project.svelte';
import { seen } from '../seen.svelte';
import { momentsOf } from './moments';
import { kSpeeds } from './speeds';

// Runs have sixty frames a second. Times of events are rounded to a ten-thousandth of a second.
export const kRate = 60;
const kRounded = 0.01; // of a frame
export const frameAt = (seconds: number): number => Math.floor(seconds * kRate + kRounded);

const kLongest = 60; // seconds that a run takes to play, at the speed that it begins with

// The run that is looked at: which runs there are, what was played, when and whom one looks at. Make one while a component is made.
export class Played {
  isPlaying = $state(false);
  speed = $state(1);

  readonly looks = $derived(seen.looks.run);
  private readonly subjects = $derived(project.subjects);
  readonly runs = $derived([
    ...(this.subjects?.scenes ?? []).map((one) => ({ id: `scene ${one.name}`, label: one.name, group: 'Scenes', question: { scene: one.name } })),
    ...(this.subjects?.tests ?? []).filter((one) => one.runs)
      .map((one) => ({ id: `test ${one.name}`, label: one.name, group: 'Tests', question: { test: one.name } })),
    ...(this.subjects?.agents ?? []).map((one) => ({ id: `agent ${one.name}`, label: `${one.name} alone`, group: 'Agents', question: { agent: one.name } })),
  ]);
  readonly picked = $derived(this.runs.find((one) => one.id === this.looks.what) ?? this.runs[0]);
  readonly question: Situation | null = $derived(
    this.picked === undefined ? null : { ...this.picked.question, ...('test' in this.picked.question ? {} : { for: `${this.looks.seconds || 10}s` }) });
  private readonly asks: Asked<Run>;
  // Another run is not shown as the one that was picked.
  readonly answer: Run | null = $derived.by(() => {
    const of = this.asks.of as Situation | null, { question } = this;
    return of !== null && of.scene === question?.scene && of.test === question?.test && of.agent === question?.agent ? this.asks.answer : null;
  });
  readonly end = $derived(this.answer?.seconds ?? 0);
  readonly agents = $derived(this.answer?.agents.map((one) => one.name) ?? []);
  readonly follows = $derived(this.agents.includes(this.looks.follows) ? this.looks.follows : (this.agents[0] ?? ''));
  readonly agent = $derived(this.answer?.agents.find((one) => one.name === this.follows));
  readonly moments = $derived(this.answer === null ? [] : momentsOf(this.answer));

  // `isWanted`: whether it is looked at; else nothing is asked.
  constructor(isWanted: () => boolean = () => true) {
    this.asks = new Asked<Run>('ishi.play', () => (isWanted() ? this.question : null));
    $effect(() => { if (this.answer !== null && this.looks.at > this.end) this.looks.at = this.end; });
    // A long run begins at a speed at which one can watch all of it.
    let fitted = '';
    $effect(() => {
      const id = this.picked?.id ?? '';
      if (this.answer === null || id === fitted) return;
      fitted = id;
      this.speed = kSpeeds.find((one) => one >= 1 && this.end / one <= kLongest) ?? kSpeeds.at(-1)!;
    });
    $effect(() => {
      if (!seen.isToPlay || this.answer === null) return;
      seen.isToPlay = false;
      this.isPlaying = true;
    });
    // In the run's own time, as the screen is drawn.
    $effect(() => {
      if (!this.isPlaying) return;
      let last = performance.now();
      const next = (now: number) => {
        this.looks.at = Math.min(this.end, this.looks.at + (this.speed * (now - last)) / 1000);
        last = now;
        if (this.looks.at >= this.end) this.isPlaying = false;
        else frame = requestAnimationFrame(next);
      };
      let frame = requestAnimationFrame(next);
      return () => cancelAnimationFrame(frame);
    });
  }

  get refusal(): string { return this.asks.refusal; }
  get at(): number { return this.looks.at; }

  go(seconds: number): void { this.looks.at = Math.max(0, Math.min(this.end, seconds)); }
  play(): void {
    if (this.looks.at >= this.end) this.looks.at = 0;
    this.isPlaying = !this.isPlaying;
  }
  step(way: 1 | -1): void { this.go((frameAt(this.at) + way) / kRate); }
  jump(way: 1 | -1): void {
    const times = this.moments.filter((one) => one.agent === this.follows).map((one) => one.from);
    const next = way > 0 ? times.find((one) => one > this.at + 1e-3) : times.findLast((one) => one < this.at - 1e-3);
    if (next !== undefined) this.looks.at = next;
  }
}
