import type { AgentId, ApprovalId, UserId } from '@parley/protocol';
import type { App } from '../../conversations/app.ts';
import type { Tx } from '../../storage/storage.ts';
import { openAccounts } from './open-accounts.ts';
import { insertEntries, lockBalances, updateBalance } from './queries.ts';

/** Coins that move from one person to another. */
export interface Transfer {
  /** Names the transfer: it happens at most once under this name. */
  readonly transferId: string;
  readonly from: UserId;
  readonly to: UserId;
  /** Whole coins, at least 1. */
  readonly amount: number;
  readonly reason: string;
  readonly agentId: AgentId;
  readonly approvalId: ApprovalId | null;
}

/** Moves coins; false, and nothing has moved, where `from` has too few. Both accounts are locked until the transaction is over. */
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
