import { listHeld, type HeldRow } from '../../accounts/holds/held-queries.ts';
import { heldRowOf } from '../../accounts/holds/held-row.ts';
import type { SecretBox } from '../../platform/storage/secret-box.ts';
import type { Storage } from '../../platform/storage/storage.ts';

const batch = 100;

/** A message that was deleted under a hold, with all its versions, the first one first. */
export interface HeldMessage {
  readonly messageId: string;
  readonly conversationId: string;
  readonly authorId: string | null;
  readonly deletedAt: string;
  /** {revision, at, body, blocks} */
  readonly versions: unknown;
}

/** Reads what the hold on a person or a conversation keeps, in the order of the ids of the messages. Throws if no key opens one. */
export async function* readHeld(
  { storage, secrets }: { readonly storage: Pick<Storage, 'db'>; readonly secrets: SecretBox },
  targetId: string,
): AsyncGenerator<HeldMessage> {
  for (let after = ''; ;) {
    const rows = await listHeld(storage.db, targetId, { after, limit: batch });
    for (const row of rows) yield openHeld(secrets, row);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.message_id;
  }
}

function openHeld(secrets: SecretBox, row: HeldRow): HeldMessage {
  const content = secrets.tryOpen(heldRowOf(row.message_id), { keyId: row.key_id, bytes: row.sealed });
  if (content === null) throw new Error(`No configured key opens the message ${row.message_id}.`);
  return {
    messageId: row.message_id,
    conversationId: row.conversation_id,
    authorId: row.author_id,
    deletedAt: row.deleted_at.toISOString(),
    versions: JSON.parse(content.toString()) as unknown,
  };
}
