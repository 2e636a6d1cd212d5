import { findUnderHold, insertHeld } from '../../../accounts/holds/held-queries.ts';
import { heldRowOf } from '../../../accounts/holds/held-row.ts';
import type { SecretBox } from '../../../platform/storage/secret-box.ts';
import type { Tx } from '../../../platform/storage/storage.ts';
import type { MessageRow } from '../../conversations/message-row.ts';
import { assetsIn } from '../../transcript/asset-mentions.ts';
import { findVersions } from '../../transcript/edit-queries.ts';

/** Seals and keeps those of these messages that are under a hold, with their earlier versions, before they are emptied. */
export async function keepHeld(
  tx: Tx,
  secrets: Pick<SecretBox, 'seal' | 'keyId'>,
  messages: readonly MessageRow[],
  now: Date,
): Promise<void> {
  const held = await findUnderHold(tx, messages);
  for (const message of messages) if (held.has(message.message_id)) await keep(tx, secrets, message, now);
}

async function keep(
  tx: Tx,
  secrets: Pick<SecretBox, 'seal' | 'keyId'>,
  { message_id: messageId, conversation_id, author_id }: MessageRow,
  now: Date,
): Promise<void> {
  const versions = await findVersions(tx, messageId);
  const content = Buffer.from(JSON.stringify(versions));
  await insertHeld(tx, {
    message_id: messageId,
    conversation_id,
    author_id,
    asset_ids: assetsIn(versions.flatMap(({ blocks }) => blocks)),
    key_id: secrets.keyId,
    sealed: secrets.seal(heldRowOf(messageId), content),
    deleted_at: now,
  });
}
