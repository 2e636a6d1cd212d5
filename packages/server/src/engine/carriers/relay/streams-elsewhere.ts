import type { AgentId } from '@parley/protocol';
import { createBatcher } from '../../../platform/storage/batcher.ts';
import type { CarrierParts } from '../carrier-parts.ts';
import { findStreamedElsewhere } from '../stream-queries.ts';

/**
 * Returns a function that tells whether another server holds a stream of an agent. Simultaneous calls share a
 * statement.
 */
export function streamsElsewhere(
  { storage, metrics }: Pick<CarrierParts, 'storage' | 'metrics'>,
  nodeId: () => string,
): (agentId: AgentId) => Promise<boolean> {
  // The embedded database has only one server.
  if (storage.kind !== 'postgres') return async () => false;
  const batcher = createBatcher<AgentId, boolean>({
    maxBatch: 500,
    maxQueued: 100_000,
    onRun: (size) => metrics.batchRan('stream', size),
    run: async (agentIds) => {
      const found = new Set(await findStreamedElsewhere(storage.db, [...new Set(agentIds)], nodeId()));
      return agentIds.map((agentId) => found.has(agentId));
    },
  });
  return (agentId) => batcher.add(agentId);
}
