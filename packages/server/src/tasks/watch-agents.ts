import type { AgentId } from '@parley/protocol';
import type { App } from '../conversations/app.ts';
import { assignWaiting } from './assign-waiting.ts';

export interface AgentWatch {
  /** Looks no more; resolves when what is under way is over. */
  stop(): Promise<void>;
}

const batchMax = 100;

/** Assigns what waited for a paused agent as soon as word comes that it is back. The janitor finds what a lost word left. */
export function watchAgents(app: Pick<App, 'commit' | 'clock' | 'hub' | 'log' | 'beliefs'>): AgentWatch {
  const underWay = new Set<Promise<void>>();
  const look = (agentId: AgentId | null) => {
    const work = assignAll(app, agentId).catch((error: unknown) => {
      app.log.error({ err: error }, 'could not assign waiting tasks');
    });
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  };
  const end = app.hub.onServer((signal) => {
    if (signal.type === 'agentChanged') look(signal.agentId);
    if (signal.type === 'resync') look(null);
  });
  return {
    async stop() {
      end();
      await Promise.all(underWay);
    },
  };
}

async function assignAll(app: Parameters<typeof assignWaiting>[0], agentId: AgentId | null): Promise<void> {
  while ((await assignWaiting(app, agentId, batchMax)) === batchMax);
}
