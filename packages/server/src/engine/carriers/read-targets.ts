import { agentTransport, type AgentId, type AgentTransport } from '@parley/protocol';
import { findSigningCredentials } from '../../accounts/agents/credential-queries.ts';
import { openSecret } from '../../accounts/agents/open-secret.ts';
import { findAgents } from '../../accounts/agents/queries.ts';
import type { Core } from '../../platform/routing/core.ts';
import { createBatcher } from '../../platform/storage/batcher.ts';
import { findListenedElsewhere } from './stream-queries.ts';
import type { Target } from './target.ts';

/** Used for a deleted agent. Nothing is sent to it, so any value will do. */
const [anyTransport] = agentTransport.options as [AgentTransport, ...AgentTransport[]];

/** Reads targets. Reads that arrive together share their statements. */
export function targetReader(
  { storage, secrets, metrics }: Pick<Core, 'storage' | 'secrets' | 'metrics'>,
  nodeId: () => string,
): (agentId: AgentId) => Promise<Target> {
  /** The embedded database has only one server. */
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
