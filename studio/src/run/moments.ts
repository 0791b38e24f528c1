import type { Run } from '../engine/answers';

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
