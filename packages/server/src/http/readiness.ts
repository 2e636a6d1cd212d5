import type { App } from '../conversations/app.ts';
import { firstWithin } from '../time/first-within.ts';
import { objectionTo, readDemand } from '../storage/schema-demand.ts';

const demandWithinMs = 2_000;

/**
 * Resolves to why this server cannot do its work, null where it can: its database does not answer, or a newer version has migrated it
 * to what this one would stumble over. That a schema demands a newer server is logged once; it will not be otherwise again.
 */
export function readiness({ storage, log }: Pick<App, 'storage' | 'log'>): () => Promise<string | null> {
  let objection: string | null = null;
  return async () => {
    if (objection !== null) return objection;
    if (!(await storage.ready())) return 'The database does not answer.';
    const demand = await firstWithin(demandWithinMs, readDemand(storage.db), undefined).catch(() => undefined);
    if (demand === undefined) return 'The database does not answer.';
    objection = objectionTo(demand);
    if (objection !== null) log.error({ demand }, 'server is older than its database schema; no longer ready');
    return objection;
  };
}
