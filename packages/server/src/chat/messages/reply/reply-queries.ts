import { sql } from 'kysely';
import type { DeliveryId } from '@parley/protocol';
import { ended } from '../../conversations/queries.ts';
import { answersKept, type GivenAnswer } from '../../../platform/idempotency/queries.ts';
import { notified, type NotificationDraft, type NotifiedRow } from '../../notifications/queries.ts';
import type { Tx } from '../../../platform/storage/storage.ts';
import type { MessageRow } from '../../conversations/message-row.ts';
import { spoken } from '../../transcript/queries.ts';
import type { LastMessage } from '../../transcript/transcript-writer.ts';
import { draftsKept, type DraftRow } from '../drafts/draft-queries.ts';

/** Everything that a batch of replies writes, except agent calls and asset mentions. */
export interface ReplyBatch {
  readonly messages: readonly MessageRow[];
  readonly ends: readonly LastMessage[];
  readonly drafts: { readonly closed: readonly DeliveryId[]; readonly shown: readonly DraftRow[] };
  readonly answers: readonly GivenAnswer[];
  readonly notifications: readonly NotificationDraft[];
  readonly now: Date;
}

/**
 * Writes a batch in one statement, which can also commit. The batch was decided under the lock of its conversations.
 *
 * @returns the notifications that were written.
 */
export async function writeReplies(tx: Tx, batch: ReplyBatch): Promise<NotifiedRow[]> {
  const { rows } = await sql<NotifiedRow>`
    with ${spoken(batch.messages)}, ${ended(batch.ends)}, ${draftsKept(batch.drafts)},
    ${answersKept(batch.answers, batch.now)}, ${notified(batch.notifications, batch.now)}
    select notification_id, user_id from notified`.execute(tx);
  return rows;
}
