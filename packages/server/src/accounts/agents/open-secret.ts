import type { CredentialRow } from './credential-queries.ts';
import type { SecretBox } from '../../platform/storage/secret-box.ts';

/** Returns a credential's secret, or null if no key of this server opens it. Only that agent is affected then. */
export function openSecret(
  secrets: Pick<SecretBox, 'tryOpen'>,
  row: Pick<CredentialRow, 'credential_id' | 'sealed_secret' | 'key_id'>,
): Buffer | null {
  return secrets.tryOpen(row.credential_id, { keyId: row.key_id, bytes: row.sealed_secret });
}
