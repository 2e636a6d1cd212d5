import type { AgentId } from '@parley/protocol';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/time/clock.ts';
import { RecentMap } from '../../../platform/time/recent-map.ts';

/** Counts deliveries that failed for good, for each agent, and logs each agent that loses many. */
export interface FailingAgents {
  /** Adds deliveries of an agent that failed for good. */
  note(agentId: AgentId, failed: number): void;
  /** Returns the number of agents above the limit within the last hour, on this server. */
  count(): number;
}

/** Deliveries that an agent may lose within an hour before it is logged. */
const failedMax = 20;
const windowMs = 3_600_000;
const agentsMax = 10_000;

/** Counts in windows of one hour, each beginning with a failure. Logs an agent at most once in a window. */
export function createFailingAgents({ log, clock }: { readonly log: Logger; readonly clock: Clock }): FailingAgents {
  const windows = new RecentMap<AgentId, Window>(agentsMax);
  const isOpen = ({ startedAt }: Window) => clock.now() - startedAt < windowMs;
  return {
    note(agentId, failed) {
      const known = windows.get(agentId);
      const window = known && isOpen(known) ? known : { startedAt: clock.now(), failed: 0 };
      const before = window.failed;
      window.failed += failed;
      windows.set(agentId, window);
      if (before <= failedMax && window.failed > failedMax)
        log.warn({ agentId, failed: window.failed, withinSeconds: windowMs / 1000 }, 'agent fails deliveries for good');
    },
    count: () => [...windows].filter(([, window]) => window.failed > failedMax && isOpen(window)).length,
  };
}

interface Window {
  readonly startedAt: number;
  failed: number;
}
