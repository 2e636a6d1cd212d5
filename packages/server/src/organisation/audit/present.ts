import type { AuditRow } from '@parley/protocol';
import type { SealedRow } from '../../platform/audit/read-queries.ts';

export function presentAuditRow(row: SealedRow): AuditRow {
  return {
    seq: row.seq,
    at: row.at.toISOString(),
    actor: { type: row.actor_type, id: row.actor_id },
    action: row.action,
    target: { type: row.target_type, id: row.target_id },
    details: JSON.parse(row.details) as Record<string, unknown>,
    addressGroup: row.address_group,
    requestId: row.request_id,
    hash: row.hash.toString('hex'),
  };
}
