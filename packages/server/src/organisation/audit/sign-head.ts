import type { AuditHead } from '@parley/protocol';
import { signingKey, signReceipt } from '../../actions/tools/receipts/receipt-keys.ts';
import type { Head } from '../../platform/audit/audit-queries.ts';
import type { Core } from '../../platform/routing/core.ts';

/** Signs the end of the chain with the key of receipts. */
export async function signHead(
  app: Pick<Core, 'storage' | 'clock' | 'secrets'>,
  { seq, hash }: Head,
): Promise<AuditHead> {
  const said = { seq, hash: hash.toString('hex'), at: new Date(app.clock.now()).toISOString() };
  return signReceipt(said, await signingKey(app));
}
