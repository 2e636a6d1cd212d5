import { newId, type UserId } from '@parley/protocol';
import type { App } from '../../../chat/conversations/app.ts';
import type { Tx } from '../../../platform/storage/storage.ts';
import { insertAccounts, insertEntries, type EntryRow } from './queries.ts';

/**
 * Opens accounts for people who have none. The starting coins come from the issuing account in the same transaction, so
 * that a person gets them exactly once, however many transactions open the account concurrently.
 */
export async function openAccounts(
  tx: Tx,
  { clock, config }: Pick<App, 'clock' | 'config'>,
  userIds: readonly UserId[],
): Promise<void> {
  const opened = await insertAccounts(tx, userIds, config.startingCoins);
  if (opened.length === 0 || config.startingCoins === 0) return;
  await insertEntries(
    tx,
    opened.flatMap((userId) => starting(userId, config.startingCoins, clock.now())),
  );
}

function starting(userId: UserId, amount: number, nowMs: number): EntryRow[] {
  const both = {
    transfer_id: newId('invocation', nowMs),
    reason: 'Starting coins',
    agent_id: null,
    approval_id: null,
    created_at: new Date(nowMs),
  };
  return [
    { ...both, user_id: null, amount: -amount, balance_after: null },
    { ...both, user_id: userId, amount, balance_after: amount },
  ];
}
