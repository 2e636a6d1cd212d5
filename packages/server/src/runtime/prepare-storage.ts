import { KeyNotProven, proveKey } from '../agents/prove-key.ts';
import type { App } from '../conversations/app.ts';
import { explainWrongKey, keepNewKey } from '../settings/secret-keys.ts';
import { explainPostgres } from '../storage/explain-postgres.ts';
import { migrate } from '../storage/migrate.ts';
import { signingKey } from '../tools/receipts/receipt-keys.ts';

/**
 * Makes an open database fit for the server: migrated, unless a test has seen to that, and known to be one that the server's key
 * opens. Where it cannot be, it is closed and the reason is thrown.
 */
export async function prepareStorage(
  { config, storage, secrets, clock }: Pick<App, 'config' | 'storage' | 'secrets' | 'clock'>,
  isToMigrate: boolean,
): Promise<void> {
  try {
    if (isToMigrate) await migrate(storage);
    await proveKey({ storage, secrets }, { beforeSealing: () => keepNewKey(config) });
    // Made at the first start, so that it is listed before anybody holds a receipt.
    await signingKey({ storage, secrets, clock });
  } catch (error) {
    await storage.close();
    if (error instanceof KeyNotProven) throw new Error(explainWrongKey(config), { cause: error });
    throw config.databaseUrl === null ? error : explainPostgres(error, config.databaseUrl);
  }
}
