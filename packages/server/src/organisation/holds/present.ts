import type { Hold } from '@parley/protocol';
import type { HoldRow } from '../../accounts/holds/hold-queries.ts';

export function presentHold(row: HoldRow): Hold {
  return {
    targetType: row.target_type,
    targetId: row.target_id,
    reason: row.reason,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
  };
}
