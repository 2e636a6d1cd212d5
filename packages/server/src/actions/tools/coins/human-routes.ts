import { routes, type UserId } from '@parley/protocol';
import type { App } from '../../../chat/conversations/app.ts';
import { readNumberCursor, writeCursor } from '../../../platform/routing/pages.ts';
import { humanRoute, type HumanRoute } from '../../../platform/routing/route.ts';
import { openAccounts } from './open-accounts.ts';
import { presentEntry } from './present.ts';
import { beginSnapshot, findBalance, findEntries, lockBalances } from './queries.ts';

/** Routes of a person's coins. The largest page, 200 entries, stays far below the size limit of a page. */
export function walletRoutes(app: App): HumanRoute[] {
  return [
    humanRoute(routes.getWallet, async ({ caller: { userId }, query: { limit, cursor } }) => {
      const below = readNumberCursor(cursor);
      const list = { userId, below, limit: limit + 1 };
      const { balance, rows } = (await readAccount(app.storage, list)) ?? (await openAccount(app, list));
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const nextCursor = rows.length > limit && last ? writeCursor([String(last.entry_id)]) : null;
      return { item: { balance, entries: shown.map(presentEntry) }, nextCursor };
    }),
  ];
}

interface List {
  readonly userId: UserId;
  readonly below: number | null;
  readonly limit: number;
}

/** Reads without a lock, so that it works while the database is read-only. Returns null if there is no account yet. */
function readAccount(storage: App['storage'], list: List) {
  return storage.transaction(async (tx) => {
    await beginSnapshot(tx);
    const balance = await findBalance(tx, list.userId);
    return balance === null ? null : { balance, rows: await findEntries(tx, list) };
  });
}

function openAccount(app: App, list: List) {
  return app.storage.transaction(async (tx) => {
    await openAccounts(tx, app, [list.userId]);
    const balance = (await lockBalances(tx, [list.userId])).get(list.userId) ?? 0;
    return { balance, rows: await findEntries(tx, list) };
  });
}
