import { routes, type WalletEntry } from '@parley/protocol';
import type { App } from '../../conversations/app.ts';
import { readNumberCursor, writeCursor } from '../../routing/pages.ts';
import { humanRoute, type HumanRoute } from '../../routing/route.ts';
import { openAccounts } from './open-accounts.ts';
import { findEntries, lockBalances, type EntryRow } from './queries.ts';

/** A person's coins. Two hundred entries stay far below the bytes of a page. */
export function walletRoutes(app: App): HumanRoute[] {
  return [
    humanRoute(routes.getWallet, async ({ caller: { userId }, query: { limit, cursor } }) => {
      const below = readNumberCursor(cursor);
      const { balance, rows } = await app.storage.transaction(async (tx) => {
        await openAccounts(tx, app, [userId]);
        const balance = (await lockBalances(tx, [userId])).get(userId) ?? 0;
        return { balance, rows: await findEntries(tx, { userId, below, limit: limit + 1 }) };
      });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const nextCursor = rows.length > limit && last ? writeCursor([String(last.entry_id)]) : null;
      return { item: { balance, entries: shown.map(presentEntry) }, nextCursor };
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
