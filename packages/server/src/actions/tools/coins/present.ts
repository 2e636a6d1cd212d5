import type { WalletEntry } from '@parley/protocol';
import type { EntryRow } from './queries.ts';

/** Presents a movement of coins to the person of the account. */
export function presentEntry(row: EntryRow): WalletEntry {
  return {
    at: row.created_at.toISOString(),
    amount: row.amount,
    balanceAfter: row.balance_after ?? 0,
    reason: row.reason,
    agentId: row.agent_id,
    approvalId: row.approval_id,
  };
}
