import { randomBytes } from 'node:crypto';
import { limits, newId, type AgentId, type IssuedCredential, type UserId } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import type { Proof } from '../../platform/routing/proof.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import { lockToken } from '../users/token-queries.ts';
import { findLiveCredentials, insertCredential, type IssuerRow } from './credential-queries.ts';
import { lockOwnedAgent } from './owned-agent.ts';

/** The creator of a credential, with their session or token; `proof` is null if the server itself creates it. */
export interface Issuer {
  readonly userId: UserId;
  readonly proof: Proof | null;
}

/** Creates one more credential for an agent. At most five may be live. */
export async function issueCredential(
  app: Pick<Core, 'commit' | 'clock' | 'secrets'>,
  { userId, proof }: Issuer,
  agentId: string,
): Promise<IssuedCredential> {
  return app.commit(async ({ tx, signal, audit }) => {
    const issuer = await lockIssuer(tx, proof, new Date(app.clock.now()));
    const agent = await lockOwnedAgent(tx, userId, agentId);
    const live = await findLiveCredentials(tx, agent.agent_id);
    if (live.length >= limits.liveCredentialsPerAgent) refuse('too_many_credentials');
    signal([{ to: 'servers', type: 'agentChanged', agentId: agent.agent_id }]);
    const credential = await addCredential(app, tx, agent.agent_id, issuer);
    await audit('credential.issued', { agentId: agent.agent_id, credentialId: credential.credentialId });
    return credential;
  });
}

/**
 * Locks the token that creates a credential, so that a deletion of the token waits and then finds the credential. Call
 * it before locking the agent, because the deletion also locks the token first and the agents second.
 */
export async function lockIssuer(tx: Tx, proof: Proof | null, now: Date): Promise<IssuerRow | null> {
  if (proof?.kind !== 'token') return null;
  const token = (await lockToken(tx, proof.hash, now)) ?? refuse('unauthenticated');
  return { token_id: proof.id, token_name: token.name };
}

/** Creates a credential with 32 random bytes and stores it sealed. Only the answer contains the secret. */
export async function addCredential(
  { clock, secrets }: Pick<Core, 'clock' | 'secrets'>,
  tx: Tx,
  agentId: AgentId,
  issuer: IssuerRow | null,
): Promise<IssuedCredential> {
  const credentialId = newId('credential', clock.now());
  const secret = randomBytes(32);
  const sealed = { sealed_secret: secrets.seal(credentialId, secret), key_id: secrets.keyId };
  const created_at = new Date(clock.now());
  await insertCredential(tx, { credential_id: credentialId, agent_id: agentId, ...sealed, created_at }, issuer);
  const webhookSecret = `whsec_${secret.toString('base64')}`;
  return { credentialId, secret: secret.toString('base64url'), webhookSecret };
}
