import { randomBytes } from 'node:crypto';
import { limits, newId, type AgentId, type IssuedCredential, type UserId } from '@parley/protocol';
import type { Core } from '../routing/core.ts';
import { refuse } from '../routing/refusal.ts';
import type { Tx } from '../storage/storage.ts';
import { findLiveCredentials, insertCredential } from './credential-queries.ts';
import { lockOwnedAgent } from './lock-owned-agent.ts';

/** Issues one more credential for an agent; at most five are live at a time. */
export async function issueCredential(
  app: Pick<Core, 'commit' | 'clock' | 'secrets'>,
  ownerUserId: UserId,
  agentId: string,
): Promise<IssuedCredential> {
  return app.commit(async ({ tx, signal }) => {
    const agent = await lockOwnedAgent(tx, ownerUserId, agentId);
    const live = await findLiveCredentials(tx, agent.agent_id);
    if (live.length >= limits.liveCredentialsPerAgent) refuse('too_many_credentials');
    signal([{ to: 'servers', type: 'agentChanged', agentId: agent.agent_id }]);
    return addCredential(app, tx, agent.agent_id);
  });
}

/** Makes a credential of 32 random bytes and stores it sealed. The answer is the only place where the secret is shown. */
export async function addCredential(
  { clock, secrets }: Pick<Core, 'clock' | 'secrets'>,
  tx: Tx,
  agentId: AgentId,
): Promise<IssuedCredential> {
  const credentialId = newId('credential', clock.now());
  const secret = randomBytes(32);
  await insertCredential(tx, {
    credential_id: credentialId,
    agent_id: agentId,
    sealed_secret: secrets.seal(credentialId, secret),
    key_id: secrets.keyId,
    created_at: new Date(clock.now()),
  });
  return { credentialId, secret: secret.toString('base64url') };
}
