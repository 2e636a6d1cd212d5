import type { RevokeIssued } from '../users/delete-token.ts';
import { revokeIssuedRows } from './credential-queries.ts';

/** Revokes the credentials that a token of a person created, or all of their tokens. */
export const revokeIssued: RevokeIssued = async ({ tx, signal, audit }, { as, ...which }, now) => {
  const revoked = await revokeIssuedRows(tx, which, now);
  for (const { agent_id: agentId, credential_id: credentialId } of revoked)
    await audit('credential.revoked', { agentId, credentialId }, as);
  const agents = new Set(revoked.map((row) => row.agent_id));
  signal([...agents].map((agentId) => ({ to: 'servers', type: 'agentChanged', agentId })));
};
