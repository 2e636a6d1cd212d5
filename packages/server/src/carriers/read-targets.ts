import { agentTransport, type AgentId, type AgentTransport } from '@parley/protocol';
import { findSigningCredentials } from '../agents/credential-queries.ts';
import { openSecret } from '../agents/open-secret.ts';
import { findAgents } from '../agents/queries.ts';
import type { Core } from '../routing/core.ts';
import { createBatcher } from '../storage/batcher.ts';
import { findListenedElsewhere } from './relay/stream-queries.ts';
import type { Target } from './target.ts';

/** Nothing is carried to an agent that is gone, so it matters not how it would be. */
const [anyTransport] = agentTransport.options as [AgentTransport, ...AgentTransport[]];

/** Reads targets; reads that arrive together share their statements. */
export function targetReader(
  { storage, secrets, metrics }: Pick<Core, 'storage' | 'secrets' | 'metrics'>,
  nodeId: () => string,
): (agentId: AgentId) => Promise<Target> {
  /** An embedded database has one server. */
  const listenedElsewhere = async (agentIds: readonly AgentId[]): Promise<readonly AgentId[]> =>
    storage.kind === 'postgres' ? findListenedElsewhere(storage.db, agentIds, nodeId()) : [];
  const batcher = createBatcher<AgentId, Target>({
    maxBatch: 500,
    maxQueued: 100_000,
    onRun: (size) => metrics.batchRan('target', size),
    run: async (agentIds) => {
      const wanted = [...new Set(agentIds)];
      const [found, signing, listened] = await Promise.all([
        findAgents(storage.db, wanted),
        findSigningCredentials(storage.db, wanted),
        listenedElsewhere(wanted),
      ]);
      const agents = new Map(found.map((row) => [row.agent_id, row]));
      const credentials = new Map(signing.map((row) => [row.agent_id, row]));
      return agentIds.map((agentId) => {
        const agent = agents.get(agentId);
        const row = credentials.get(agentId);
        return {
          agentId,
          status: agent?.status ?? 'deleted',
          transport: agent?.transport ?? anyTransport,
          isListenedElsewhere: listened.includes(agentId),
          webhookUrl: agent?.webhook_url ?? null,
          credential: row ? { credentialId: row.credential_id, secret: openSecret(secrets, row) } : null,
        };
      });
    },
  });
  return (agentId) => batcher.add(agentId);
}
