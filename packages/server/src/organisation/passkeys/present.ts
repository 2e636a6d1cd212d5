import type { Passkey } from '@parley/protocol';
import type { PasskeyRow } from './passkey-queries.ts';

export function presentPasskey(row: Pick<PasskeyRow, 'passkey_id' | 'name' | 'created_at' | 'last_used_at'>): Passkey {
  return {
    passkeyId: row.passkey_id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}
