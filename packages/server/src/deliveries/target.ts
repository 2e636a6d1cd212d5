import type { AgentId, AgentStatus, AgentTransport, CredentialId } from '@parley/protocol';
import { findSigningCredentials } from '../agents/credential-queries.ts';
import { openSecret } from '../agents/open-secret.ts';
import { findAgents } from '../agents/queries.ts';
import type { App } from '../app.ts';
import { createBatcher } from '../storage/batcher.ts';

/** Where an agent's deliveries go now, and what they are signed with. */
export interface Target {
  readonly agentId: AgentId;
  readonly status: AgentStatus;
  readonly transport: AgentTransport;
  readonly webhookUrl: string | null;
  /** The newest live credential; null where the agent has none. Its secret is null where no key of this server's opens it. */
  readonly credential: { readonly credentialId: CredentialId; readonly secret: Buffer | null } | null;
}

/** Reads targets; reads that arrive together share their statements. */
export function targetReader({
  storage,
  secrets,
  metrics,
}: Pick<App, 'storage' | 'secrets' | 'metrics'>): (agentId: AgentId) => Promise<Target> {
  const batcher = createBatcher<AgentId, Target>({
    maxBatch: 500,
    maxQueued: 100_000,
    onRun: (size) => metrics.batchRan('target', size),
    run: async (agentIds) => {
      const wanted = [...new Set(agentIds)];
      const [found, signing] = await Promise.all([
        findAgents(storage.db, wanted),
        findSigningCredentials(storage.db, wanted),
      ]);
      const agents = new Map(found.map((row) => [row.agent_id, row]));
      const credentials = new Map(signing.map((row) => [row.agent_id, row]));
      return agentIds.map((agentId) => {
        const agent = agents.get(agentId);
        const row = credentials.get(agentId);
        return {
          agentId,
          status: agent?.status ?? 'deleted',
          transport: agent?.transport ?? 'relay',
          webhookUrl: agent?.webhook_url ?? null,
          credential: row ? { credentialId: row.credential_id, secret: openSecret(secrets, row) } : null,
        };
      });
    },
  });
  return (agentId) => batcher.add(agentId);
}
