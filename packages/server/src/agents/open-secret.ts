import type { CredentialRow } from './credential-queries.ts';
import type { SecretBox } from '../storage/secret-box.ts';

/** The secret of a credential; null where none of this server's keys opens it, which is that agent's trouble and nobody else's. */
export function openSecret(
  secrets: Pick<SecretBox, 'tryOpen'>,
  row: Pick<CredentialRow, 'credential_id' | 'sealed_secret' | 'key_id'>,
): Buffer | null {
  return secrets.tryOpen(row.credential_id, { keyId: row.key_id, bytes: row.sealed_secret });
}
