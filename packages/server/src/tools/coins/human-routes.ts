import { itemOf, wallet, type Wallet, type WalletEntry } from '@parley/protocol';
import type { App } from '../../app.ts';
import { humanRoute, ok, type HumanRoute } from '../../route.ts';
import { openAccounts } from './open-accounts.ts';
import { findEntries, lockBalances, type EntryRow } from './queries.ts';

const entriesMax = 200;

/** A person's coins. */
export function walletRoutes(app: App): HumanRoute[] {
  return [
    humanRoute({
      method: 'GET',
      path: '/v1/wallet',
      summary: 'Your coins: the balance, and what moved it, newest first.',
      success: { status: 200, schema: itemOf(wallet) },
      async handle({ caller: { userId } }) {
        const item = await app.storage.transaction(async (tx): Promise<Wallet> => {
          await openAccounts(tx, app, [userId]);
          const balance = (await lockBalances(tx, [userId])).get(userId) ?? 0;
          return { balance, entries: (await findEntries(tx, userId, entriesMax)).map(presentEntry) };
        });
        return ok({ item });
      },
    }),
  ];
}

function presentEntry(row: EntryRow): WalletEntry {
  return {
    at: row.created_at.toISOString(),
    amount: row.amount,
    balanceAfter: row.balance_after ?? 0,
    reason: row.reason,
    agentId: row.agent_id,
    approvalId: row.approval_id,
  };
}
