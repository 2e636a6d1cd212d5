import type { AgentId, CredentialId } from '@parley/protocol';
import { findLiveCredentials } from '../accounts/agents/credential-queries.ts';
import { addCredential } from '../accounts/agents/issue-credential.ts';
import { openSecret } from '../accounts/agents/open-secret.ts';
import type { App } from '../chat/conversations/app.ts';

/** A credential that the server itself signs with, for a model that it runs. */
export interface SigningCredential {
  readonly credentialId: CredentialId;
  readonly secret: string;
}

/**
 * Returns the newest live credential of an agent, which signs its deliveries, or a new one if it has none that opens.
 * The secret stays in this process.
 */
export async function signingCredential(
  app: Pick<App, 'storage' | 'commit' | 'clock' | 'secrets'>,
  agentId: AgentId,
): Promise<SigningCredential> {
  const [newest] = await findLiveCredentials(app.storage.db, agentId);
  const secret = newest === undefined ? null : openSecret(app.secrets, newest);
  if (newest !== undefined && secret !== null) {
    return { credentialId: newest.credential_id, secret: secret.toString('base64url') };
  }
  return app.commit(async ({ tx, signal, audit }) => {
    const credential = await addCredential(app, tx, agentId, null);
    await audit('credential.issued', { agentId, credentialId: credential.credentialId });
    signal([{ to: 'servers', type: 'agentChanged', agentId }]);
    return credential;
  });
}
