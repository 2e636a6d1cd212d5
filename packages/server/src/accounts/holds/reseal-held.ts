import type { Core } from '../../platform/routing/core.ts';
import { findHeldSealedOtherwise, replaceSealed } from './held-queries.ts';
import { heldRowOf } from './held-row.ts';

const batch = 100;

/** Seals held messages with the current secret key. Returns those that could not be opened. */
export async function resealHeld({ storage, secrets }: Pick<Core, 'storage' | 'secrets'>): Promise<string[]> {
  const unopened: string[] = [];
  for (let after = ''; ;) {
    const rows = await findHeldSealedOtherwise(storage.db, secrets.keyId, { after, limit: batch });
    for (const { message_id: messageId, key_id: keyId, sealed } of rows) {
      after = messageId;
      const content = secrets.tryOpen(heldRowOf(messageId), { keyId, bytes: sealed });
      if (content === null) unopened.push(messageId);
      else
        await replaceSealed(storage.db, {
          message_id: messageId,
          key_id: secrets.keyId,
          sealed: secrets.seal(heldRowOf(messageId), content),
        });
    }
    if (rows.length < batch) return unopened;
  }
}
