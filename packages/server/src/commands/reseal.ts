import { proveKey, resealProof } from '../accounts/agents/prove-key.ts';
import { resealSecrets } from '../accounts/agents/reseal-secrets.ts';
import { resealHeld } from '../accounts/holds/reseal-held.ts';
import { resealReceiptKeys } from '../actions/tools/receipts/receipt-keys.ts';
import { resealPushKeys } from '../chat/pushes/push-keys.ts';
import { resealModelKeys } from '../models/reseal-keys.ts';
import { resealAuditKeys } from '../platform/audit/audit-keys.ts';
import { keepNewKey } from '../platform/settings/secret-keys.ts';
import type { Run } from './command.ts';
import { readOptions } from './read-arguments.ts';
import { withKey } from './with-key.ts';

const flags = { 'old-key-is-lost': { type: 'boolean' } } as const;

/**
 * Seals every agent's secret, the keys of models, receipts, pushes and the audit log, and held messages with the current
 * key. Rejects if something could not be opened, and names it. With `--old-key-is-lost`, accepts the current key although
 * it cannot open the stored secrets.
 */
export const run: Run = async ({ args, env, terminal }) => {
  const isOldKeyLost = readOptions(args, flags)['old-key-is-lost'] === true;
  const unopened = await withKey(env, async ({ storage, secrets, config }) => {
    await proveKey({ storage, secrets }, { beforeSealing: () => keepNewKey(config), isOldKeyLost });
    const onBatch = (count: number) => terminal.out(`${count} secrets are sealed anew.`);
    const agents = await resealSecrets({ storage, secrets }, { onBatch });
    const models = await resealModelKeys({ storage, secrets });
    const messages = await resealHeld({ storage, secrets });
    await resealReceiptKeys({ storage, secrets });
    await resealPushKeys({ storage, secrets });
    await resealAuditKeys({ storage, secrets });
    await resealProof({ storage, secrets });
    const { resealed } = agents;
    terminal.out(`Done: ${resealed} secrets were sealed anew, ${agents.unopened.length} could not be opened.`);
    return [
      ...models.map((id) => `No key at hand opens the key of the model of ${id}.`),
      ...messages.map((id) => `No key at hand opens the held message ${id}.`),
      ...agents.unopened.map((id) => `No key at hand opens the secret of ${id}.`),
    ];
  });
  if (unopened.length > 0) throw new Error(unopened.join('\n'));
};
