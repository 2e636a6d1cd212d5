import { KeyNotProven, proveKey, resealProof } from './accounts/agents/prove-key.ts';
import { resealSecrets } from './accounts/agents/reseal-secrets.ts';
import { secretBox } from './platform/storage/secret-box.ts';
import { readConfig } from './platform/settings/config.ts';
import { resealPushKeys } from './chat/pushes/push-keys.ts';
import { explainWrongKey, keepNewKey } from './platform/settings/secret-keys.ts';
import { resealHeld } from './accounts/holds/reseal-held.ts';
import { resealModelKeys } from './models/reseal-keys.ts';
import { migrate } from './platform/storage/migrate.ts';
import { openStorage } from './platform/storage/open-storage.ts';
import { resealAuditKeys } from './platform/audit/audit-keys.ts';
import { resealReceiptKeys } from './actions/tools/receipts/receipt-keys.ts';

/**
 * Seals every agent's secret, and the keys of models, receipts, pushes and the audit log, with the current key. Exits with 1 if a secret could
 * not be opened, and names its credential. With `--old-key-is-lost`, accepts the current key although it cannot open
 * the stored secrets.
 */
async function main(): Promise<void> {
  const isOldKeyLost = process.argv.includes('--old-key-is-lost');
  const config = readConfig();
  const secrets = secretBox(config.secretKey, { others: config.otherSecretKeys });
  const storage = await openStorage(config);
  try {
    await migrate(storage);
    await proveKey({ storage, secrets }, { beforeSealing: () => keepNewKey(config), isOldKeyLost });
    const onBatch = (count: number) => say(process.stdout, `${count} secrets are sealed anew.`);
    const { resealed, unopened } = await resealSecrets({ storage, secrets }, { onBatch });
    const closed = await resealModelKeys({ storage, secrets });
    const shut = await resealHeld({ storage, secrets });
    await resealReceiptKeys({ storage, secrets });
    await resealPushKeys({ storage, secrets });
    await resealAuditKeys({ storage, secrets });
    await resealProof({ storage, secrets });
    say(process.stdout, `Done: ${resealed} secrets were sealed anew, ${unopened.length} could not be opened.`);
    for (const id of closed) say(process.stderr, `No key at hand opens the key of the model of ${id}.`);
    for (const id of shut) say(process.stderr, `No key at hand opens the held message ${id}.`);
    for (const id of unopened) say(process.stderr, `No key at hand opens the secret of ${id}.`);
    if (unopened.length + closed.length + shut.length > 0) process.exitCode = 1;
  } catch (error) {
    if (error instanceof KeyNotProven) throw new Error(explainWrongKey(config), { cause: error });
    throw error;
  } finally {
    await storage.close();
  }
}

function say(stream: NodeJS.WriteStream, sentence: string): void {
  stream.write(`${sentence}\n`);
}

main().catch((error: unknown) => {
  say(process.stderr, `Secrets could not be sealed anew: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
