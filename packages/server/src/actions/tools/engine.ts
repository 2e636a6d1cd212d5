import type { InvocationId } from '@parley/protocol';
import type { App } from '../../chat/conversations/app.ts';
import { createAlarm } from '../../platform/time/alarm.ts';
import { firstWithin } from '../../platform/time/first-within.ts';
import { collectApprovals } from './collect-approvals.ts';
import type { InvocationRow } from './invocation.ts';
import { claimInvocations } from './queries.ts';
import { recoverInvocations } from './recover-invocations.ts';
import { runInvocation } from './run-invocation.ts';
import type { Toolbox } from './toolbox.ts';

/** Runs approved invocations. A signal wakes it; it also sweeps every 15 seconds, because a signal can be lost. */
export interface ToolsEngine {
  start(): void;
  /** Stops claiming, gives running invocations `graceMs` to finish, then aborts the rest. */
  drain(graceMs: number): Promise<void>;
}

const sweepMs = 15_000;
const runningMax = 128;
/** A tool with this many running invocations gets no more, so that a hanging tool leaves capacity for the others. */
const runningOfToolMax = 16;
const claimMax = 16;
const settleMs = 1000;

export function createToolsEngine(
  app: Pick<App, 'commit' | 'storage' | 'clock' | 'hub' | 'engine' | 'log'>,
  toolbox: Toolbox,
): ToolsEngine {
  const running = new Map<InvocationId, { readonly tool: string; readonly done: Promise<void> }>();
  const stopping = new AbortController();
  let sweepAt = 0;
  let end: () => void = () => undefined;

  const run = (row: InvocationRow): void => {
    const done = runInvocation(app, toolbox, row, stopping.signal)
      .catch((error: unknown) => {
        app.log.error({ err: error, invocationId: row.invocation_id }, 'tool invocation failed; retrying');
        sweepAt = 0;
        alarm.at(app.clock.now() + 1000);
      })
      .finally(() => {
        running.delete(row.invocation_id);
        alarm.wake();
      });
    running.set(row.invocation_id, { tool: row.tool, done });
  };

  const work = async (): Promise<number | null> => {
    await collectApprovals(app);
    if (app.clock.now() >= sweepAt) {
      await recoverInvocations(app, toolbox, new Set(running.keys()));
      sweepAt = app.storage.kind === 'pglite' ? Infinity : app.clock.now() + sweepMs;
    }
    for (;;) {
      const limit = Math.min(claimMax, runningMax - running.size);
      if (limit <= 0) break;
      const claimed = await claimInvocations(app.storage.db, app.engine.nodeId, busyTools(running.values()), limit);
      for (const row of claimed) run(row);
      if (claimed.length < limit) break;
    }
    return Number.isFinite(sweepAt) ? sweepAt : null;
  };
  const alarm = createAlarm(app, 'tools', () =>
    work().catch((error: unknown) => {
      // The claim may have succeeded although its answer was lost. The next sweep finds it.
      sweepAt = 0;
      throw error;
    }),
  );

  return {
    start() {
      end = app.hub.onServer((signal) => {
        if (signal.type === 'invocationsReady' || signal.type === 'resync') alarm.wake();
      });
      alarm.wake();
    },
    async drain(graceMs) {
      end();
      await alarm.stop();
      await within(graceMs, running);
      stopping.abort();
      await within(settleMs, running);
    },
  };
}

function busyTools(running: Iterable<{ readonly tool: string }>): string[] {
  const counts = new Map<string, number>();
  for (const { tool } of running) counts.set(tool, (counts.get(tool) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= runningOfToolMax).map(([tool]) => tool);
}

async function within(ms: number, running: ReadonlyMap<unknown, { readonly done: Promise<void> }>): Promise<void> {
  await firstWithin(ms, Promise.allSettled([...running.values()].map(({ done }) => done)), undefined);
}
