import type { Commands, End, Start } from './commands.js';
import type { FrameGame } from './frame.js';
import type { Given, TaskType } from './names.js';
import type { Population } from './population.js';

/** How a task that is over at once ended: completed, failed, or with what it gives back. */
export type Ending<Gives> = [Gives] extends [never] ? 'completed' | 'failed' : 'failed' | Given<Gives>;

/**
 * Carries out one task. A function is for a task that is over at once, and says how it ended. A task that goes on has `start`,
 * which keeps its token and returns nothing, and `end`, since it may be aborted.
 */
export type TaskHandler<Parameters, Gives> =
  | ((start: Start<Parameters>, population: Population) => Ending<Gives>)
  | {
      start(start: Start<Parameters>, population: Population): Ending<Gives> | void;
      /** A `live` parameter has changed. */
      update?(update: Start<Parameters>, population: Population): void;
      end(end: End, population: Population): void;
    };
export type TaskHandlers<Tasks> = { [Name in keyof Tasks]: Tasks[Name] extends TaskType<infer Parameters, infer Gives> ? TaskHandler<Parameters, Gives> : never };

interface AnyHandler {
  start(start: Start, population: Population): unknown;
  update?(update: Start, population: Population): void;
  end?(end: End, population: Population): void;
}

/**
 * Makes `carryOut` of a handler for each task of `tasks`, which `ishi header` writes: one that is missing does not compile. A task
 * without a handler has failed. If a handler throws, its task has failed; the others are carried out, and then the first fault
 * is thrown on.
 */
export function handleTasks<Tasks extends Readonly<Record<string, TaskType<any, any>>>>(
  tasks: Tasks, handlers: TaskHandlers<Tasks>,
): FrameGame['carryOut'] {
  const byIndex: (AnyHandler | undefined)[] = [];
  for (const name of Object.keys(tasks)) {
    const handler = (handlers as unknown as Record<string, AnyHandler | AnyHandler['start'] | undefined>)[name];
    byIndex[tasks[name]!.index] = typeof handler === 'function' ? { start: handler } : handler;
  }
  // The first fault of a round. Kept here, so that a round makes no garbage.
  let first: { fault: unknown } | undefined;
  return (population: Population, commands: Commands): void => {
    first = undefined;
    for (const end of commands.ends) {
      const handler = byIndex[end.task.index];
      try {
        if (handler?.end !== undefined) handler.end(end, population);
        else if (end.reportWhenOver) population.complete(end);
      } catch (fault) {
        first ??= { fault };
      }
    }
    for (const start of commands.starts) {
      const handler = byIndex[start.task.index];
      try {
        const ending = handler === undefined ? 'failed' : handler.start(start, population);
        if (ending === undefined) continue;
        if (ending === 'failed') population.fail(start);
        else population.complete(start, ending === 'completed' ? undefined : (ending as object));
      } catch (fault) {
        first ??= { fault };
        population.fail(start);
      }
    }
    for (const update of commands.updates) {
      try {
        byIndex[update.task.index]?.update?.(update, population);
      } catch (fault) {
        first ??= { fault };
      }
    }
    if (first !== undefined) throw first.fault;
  };
}
