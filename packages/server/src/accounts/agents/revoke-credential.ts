import { isId, type UserId } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import { revokeCredentialRow } from './credential-queries.ts';
import { lockOwnedAgent } from './owned-agent.ts';

/** Revokes a credential at once. Streams that it opened are closed. */
export async function revokeCredential(
  { commit, clock }: Pick<Core, 'commit' | 'clock'>,
  ownerUserId: UserId,
  agentId: string,
  credentialId: string,
): Promise<void> {
  await commit(async ({ tx, signal, audit }) => {
    const own = await lockOwnedAgent(tx, ownerUserId, agentId);
    const revoked =
      isId('credential', credentialId) &&
      (await revokeCredentialRow(tx, own.agent_id, credentialId, new Date(clock.now())));
    if (!revoked) refuse('credential_not_found');
    signal([{ to: 'servers', type: 'agentChanged', agentId: own.agent_id }]);
    await audit('credential.revoked', { agentId: own.agent_id, credentialId });
  });
}
