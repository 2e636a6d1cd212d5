import { newId, type UserId } from '@parley/protocol';
import type { Core } from '../../../platform/routing/core.ts';
import type { Tx } from '../../../platform/storage/storage.ts';
import { insertEntries, lockBalances, updateBalance } from './queries.ts';

/** Moves all coins of a person to the issuing account. The sum of all accounts stays 0. */
export async function giveBackCoins(tx: Tx, { clock }: Pick<Core, 'clock'>, userId: UserId): Promise<void> {
  const balance = (await lockBalances(tx, [userId])).get(userId) ?? 0;
  if (balance === 0) return;
  const both = {
    transfer_id: newId('invocation', clock.now()),
    reason: 'Account erased',
    agent_id: null,
    approval_id: null,
    created_at: new Date(clock.now()),
  };
  await insertEntries(tx, [
    { ...both, user_id: userId, amount: -balance, balance_after: 0 },
    { ...both, user_id: null, amount: balance, balance_after: null },
  ]);
  await updateBalance(tx, userId, 0);
}
