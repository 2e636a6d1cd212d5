import type { Identity, PendingIdentity } from '@parley/protocol';
import type { IdentityRow } from './identity-queries.ts';
import type { PendingRow } from './pending-queries.ts';

export function presentIdentity(row: IdentityRow): Identity {
  return {
    identityId: row.identity_id,
    providerId: row.provider_id,
    issuer: row.issuer,
    linkedAt: row.linked_at.toISOString(),
  };
}

export function presentPending(row: PendingRow): PendingIdentity {
  return {
    identityId: row.identity_id,
    providerId: row.provider_id,
    issuer: row.issuer,
    account: row.account,
    expiresAt: row.expires_at.toISOString(),
  };
}
