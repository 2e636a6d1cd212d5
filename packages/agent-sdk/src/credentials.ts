import type { AgentId, CredentialId } from '@parley/protocol';
import { importSecret, isId, type SigningKey } from '@parley/protocol/agent';
import { fromBase64 } from './base64.ts';

/** One credential as the platform shows it once: an id, and 32 random bytes in base64url. */
export interface CredentialOptions {
  readonly credentialId: string;
  readonly secret: string;
}

/** A credential that is ready to sign with. */
export interface Credential {
  readonly agentId: AgentId;
  readonly credentialId: CredentialId;
  /** Its secret, as Web Crypto takes it. */
  readonly key: () => Promise<SigningKey>;
}

/**
 * Reads a credential.
 *
 * @throws TypeError where an id or the secret is not of its form. The message never holds the secret.
 */
export function readCredential(agentId: string, { credentialId, secret }: CredentialOptions): Credential {
  if (!isId('agent', agentId)) throw new TypeError(`agentId is not an agent id (agt_…): ${JSON.stringify(agentId)}.`);
  if (!isId('credential', credentialId)) {
    throw new TypeError(`credentialId is not a credential id (cred_…): ${JSON.stringify(credentialId)}.`);
  }
  const bytes = /^[A-Za-z0-9_-]+={0,2}$/.test(secret) ? fromBase64(secret) : null;
  if (bytes === null || bytes.length < 16) {
    throw new TypeError('secret is not the base64url text that was shown when the credential was made.');
  }
  let key: Promise<SigningKey> | null = null;
  return { agentId, credentialId, key: () => (key ??= importSecret(bytes)) };
}
