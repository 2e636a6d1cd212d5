import { proveKey } from '../accounts/agents/prove-key.ts';
import { findReceiptKeys } from '../actions/tools/receipts/key-queries.ts';
import { addReceiptKey } from '../actions/tools/receipts/receipt-keys.ts';
import { keepNewKey } from '../platform/settings/secret-keys.ts';
import { systemClock } from '../platform/time/clock.ts';
import type { Run } from './command.ts';
import { readOptions } from './read-arguments.ts';
import { withKey } from './with-key.ts';

/**
 * Creates a new key that signs receipts from now on, on every server. Older keys stay listed, so that their signatures
 * can still be verified.
 */
export const run: Run = async ({ args, env, terminal }) => {
  readOptions(args, {});
  await withKey(env, async ({ storage, secrets, config }) => {
    await proveKey({ storage, secrets }, { beforeSealing: () => keepNewKey(config) });
    const [newest] = await findReceiptKeys(storage.db);
    await addReceiptKey({ storage, secrets, clock: systemClock }, newest?.position ?? 0);
    const keys = await findReceiptKeys(storage.db);
    terminal.out(`Done: receipts are signed with ${keys[0]?.kid ?? ''}, the newest of ${keys.length}.`);
  });
};
