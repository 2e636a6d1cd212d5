import { KeyNotProven, proveKey } from './accounts/agents/prove-key.ts';
import { secretBox } from './platform/storage/secret-box.ts';
import { systemClock } from './platform/time/clock.ts';
import { readConfig } from './platform/settings/config.ts';
import { explainWrongKey, keepNewKey } from './platform/settings/secret-keys.ts';
import { migrate } from './platform/storage/migrate.ts';
import { openStorage } from './platform/storage/open-storage.ts';
import { findReceiptKeys } from './actions/tools/receipts/key-queries.ts';
import { addReceiptKey } from './actions/tools/receipts/receipt-keys.ts';

/**
 * Creates a new key that signs receipts from now on, on every server. Older keys stay listed, so that their signatures
 * can still be verified.
 */
async function main(): Promise<void> {
  const config = readConfig();
  const secrets = secretBox(config.secretKey, { others: config.otherSecretKeys });
  const storage = await openStorage(config);
  try {
    await migrate(storage);
    await proveKey({ storage, secrets }, { beforeSealing: () => keepNewKey(config) });
    const [newest] = await findReceiptKeys(storage.db);
    await addReceiptKey({ storage, secrets, clock: systemClock }, newest?.position ?? 0);
    const keys = await findReceiptKeys(storage.db);
    process.stdout.write(`Done: receipts are signed with ${keys[0]?.kid ?? ''}, the newest of ${keys.length}.\n`);
  } catch (error) {
    if (error instanceof KeyNotProven) throw new Error(explainWrongKey(config), { cause: error });
    throw error;
  } finally {
    await storage.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`No key was made: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
