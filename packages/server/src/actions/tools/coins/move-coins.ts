import type { AgentId, ApprovalId, UserId } from '@parley/protocol';
import type { App } from '../../../chat/conversations/app.ts';
import type { Tx } from '../../../platform/storage/storage.ts';
import { openAccounts } from './open-accounts.ts';
import { insertEntries, lockBalances, updateBalance } from './queries.ts';

/** A movement of coins from one person to another. */
export interface Transfer {
  /** Id of the transfer. A transfer with this id happens at most once. */
  readonly transferId: string;
  readonly from: UserId;
  readonly to: UserId;
  /** Whole coins, at least 1. */
  readonly amount: number;
  readonly reason: string;
  readonly agentId: AgentId;
  readonly approvalId: ApprovalId | null;
}

/**
 * Moves coins. Returns false, and moves nothing, if `from` has too few. Locks both accounts until the transaction ends.
 */
export async function moveCoins(
  tx: Tx,
  app: Pick<App, 'clock' | 'config'>,
  { transferId, from, to, amount, reason, agentId, approvalId }: Transfer,
): Promise<boolean> {
  await openAccounts(tx, app, [...new Set([from, to])]);
  const balances = await lockBalances(tx, [from, to]);
  const rest = (balances.get(from) ?? 0) - amount;
  if (rest < 0) return false;
  balances.set(from, rest);
  const gained = (balances.get(to) ?? 0) + amount;
  balances.set(to, gained);

  const both = {
    transfer_id: transferId,
    reason,
    agent_id: agentId,
    approval_id: approvalId,
    created_at: new Date(app.clock.now()),
  };
  await insertEntries(tx, [
    { ...both, user_id: from, amount: -amount, balance_after: rest },
    { ...both, user_id: to, amount, balance_after: gained },
  ]);
  for (const [userId, balance] of balances) await updateBalance(tx, userId, balance);
  return true;
}
