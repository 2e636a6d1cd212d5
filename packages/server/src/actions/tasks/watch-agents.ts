import type { AgentId } from '@parley/protocol';
import type { App } from '../../chat/conversations/app.ts';
import { assignWaiting } from './assign-waiting.ts';
import { failOrphanTasks } from './fail-orphans.ts';

export interface AgentWatch {
  /** Stops watching. Resolves when the running work is done. */
  stop(): Promise<void>;
}

type WatchApp = Pick<App, 'commit' | 'storage' | 'clock' | 'hub' | 'log'>;

const batchMax = 100;

/** Signals after which tasks of an agent may have to fail. */
const losing: ReadonlySet<string> = new Set(['agentChanged', 'laneEnded', 'deliveriesWithdrawn', 'assignmentFailed']);

/**
 * Assigns waiting tasks when a signal says that their agent changed, and fails tasks if their agent has left or could
 * not be reached. The janitor finds what a lost signal would have triggered.
 */
export function watchAgents(app: WatchApp): AgentWatch {
  const underWay = new Set<Promise<void>>();
  const run = (what: string, work: Promise<void>) => {
    const logged = work.catch((error: unknown) => app.log.error({ err: error }, `could not ${what}`));
    underWay.add(logged);
    void logged.finally(() => underWay.delete(logged));
  };
  const assign = (agentId: AgentId | null) => run('assign waiting tasks', assignAll(app, agentId));
  const fail = (agentId: AgentId | null) => run('end orphan tasks', failAll(app, agentId));
  const end = app.hub.onServer((signal) => {
    if (signal.type === 'agentChanged') assign(signal.agentId);
    if (signal.type === 'resync') assign(null);
    if ('agentId' in signal && losing.has(signal.type)) fail(signal.agentId);
    if (signal.type === 'resync') fail(null);
  });
  return {
    async stop() {
      end();
      await Promise.all(underWay);
    },
  };
}

async function assignAll(app: WatchApp, agentId: AgentId | null): Promise<void> {
  while ((await assignWaiting(app, agentId, batchMax)) === batchMax);
}

async function failAll(app: WatchApp, agentId: AgentId | null): Promise<void> {
  while ((await failOrphanTasks(app, { agentId, now: new Date(app.clock.now()), limit: batchMax })) === batchMax);
}
