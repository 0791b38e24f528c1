import type { Changes, Run } from '../engine/answers';

// A stretch of time in which an agent does one action.
export interface Moment {
  agent: string;
  action: string;
  from: number;
  to: number;
}

export function momentsOf(run: Run): Moment[] {
  const moments: Moment[] = [];
  const open = new Map<string, Moment>();
  const close = (agent: string, at: number) => {
    const moment = open.get(agent);
    if (moment !== undefined) moment.to = at;
    open.delete(agent);
  };
  for (const event of run.events) {
    if (event.kind === 'chosen') {
      close(event.agent, event.seconds);
      const moment = { agent: event.agent, action: event.name ?? '', from: event.seconds, to: run.seconds };
      moments.push(moment);
      open.set(event.agent, moment);
    } else if (event.kind === 'left' || event.kind === 'over' || event.kind === 'failed' || event.kind === 'leaves') {
      close(event.agent, event.seconds);
    }
  }
  return moments;
}

export const actionsOf = (moments: Moment[]): string[] => [...new Set(moments.map((one) => one.action))].sort();

// The entry that holds at a time; null before the first.
export function nowOf<T>(changes: Changes<T> | undefined, at: number): T | null {
  if (changes === undefined) return null;
  let low = -1, high = changes.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (changes[middle]![0] <= at + 1e-3) low = middle;
    else high = middle - 1;
  }
  return low < 0 ? null : changes[low]![1];
}
