import { isId, type UserId } from '@parley/protocol';
import type { App } from '../app.ts';
import { refuse } from '../refusal.ts';
import { revokeCredentialRow } from './credential-queries.ts';
import { ownAgent } from './own-agent.ts';

/** Revokes a credential at once; open streams that it opened close. */
export async function revokeCredential(
  { storage, clock, hub }: Pick<App, 'storage' | 'clock' | 'hub'>,
  ownerUserId: UserId,
  agentId: string,
  credentialId: string,
): Promise<void> {
  const agent = await storage.transaction(async (tx) => {
    const own = await ownAgent(tx, ownerUserId, agentId);
    const revoked =
      isId('credential', credentialId) &&
      (await revokeCredentialRow(tx, own.agent_id, credentialId, new Date(clock.now())));
    if (!revoked) refuse('credential_not_found');
    return own;
  });
  hub.publish([{ to: 'servers', type: 'agentChanged', agentId: agent.agent_id }]);
}
