import type { SecretBox } from '../platform/storage/secret-box.ts';
import { keyRowOf, type ModelRow } from './model.ts';

/** Opens a model's key. Returns null if it has none, or if no secret key of this server opens it. */
export function openKey(
  secrets: Pick<SecretBox, 'tryOpen'>,
  row: Pick<ModelRow, 'agent_id' | 'sealed_key' | 'key_id'>,
): string | null {
  if (row.sealed_key === null || row.key_id === null) return null;
  return secrets.tryOpen(keyRowOf(row.agent_id), { keyId: row.key_id, bytes: row.sealed_key })?.toString() ?? null;
}
