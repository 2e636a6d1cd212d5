import { KeyNotProven, proveKey } from '../accounts/agents/prove-key.ts';
import type { App } from '../chat/conversations/app.ts';
import { explainWrongKey, keepNewKey } from '../platform/settings/secret-keys.ts';
import { checkSchema } from '../platform/storage/check-schema.ts';
import { explainClosure, readClosure } from '../platform/storage/closed-database.ts';
import { explainPostgres } from '../platform/storage/explain-postgres.ts';
import { migrate } from '../platform/storage/migrate.ts';
import { signingKey } from '../actions/tools/receipts/receipt-keys.ts';

/**
 * Prepares an open database for the server: refuses one that is closed, migrates it unless a test has done so, and
 * verifies that the server's key decrypts its secrets. On failure closes the database and throws the reason.
 */
export async function prepareStorage(
  { config, storage, secrets, clock }: Pick<App, 'config' | 'storage' | 'secrets' | 'clock'>,
  { isToMigrate, mayBeClosed }: { readonly isToMigrate: boolean; readonly mayBeClosed: boolean },
): Promise<void> {
  try {
    const closure = mayBeClosed ? null : await readClosure(storage.db);
    if (closure !== null) throw new Error(explainClosure(closure));
    if (isToMigrate) {
      await migrate(storage);
      await checkSchema(storage.db);
    }
    await proveKey({ storage, secrets }, { beforeSealing: () => keepNewKey(config) });
    // Created at the first start, so that it is published before the first receipt.
    await signingKey({ storage, secrets, clock });
  } catch (error) {
    await storage.close();
    if (error instanceof KeyNotProven) throw new Error(explainWrongKey(config), { cause: error });
    throw config.databaseUrl === null ? error : explainPostgres(error, config.databaseUrl);
  }
}
