import { sql, type RawBuilder } from 'kysely';
import type { ConversationId, MessageId, StoredBlock } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import type { MessageRow } from '../conversations/message-row.ts';

/** That a message was edited or deleted. A message without a row is as it was sent. */
export interface EditRow {
  readonly message_id: MessageId;
  /** The number of edits. */
  readonly revision: number;
  readonly edited_at: Date | null;
  readonly deleted_at: Date | null;
}

/** A version of a message. */
export interface VersionRow {
  readonly revision: number;
  readonly body: string | null;
  readonly blocks: readonly StoredBlock[];
  readonly at: Date;
}

/** Returns which of these messages were edited or deleted. */
export async function findEdits(db: Db | Tx, messageIds: readonly MessageId[]): Promise<Map<MessageId, EditRow>> {
  if (messageIds.length === 0) return new Map();
  const { rows } = await sql<EditRow>`
    select message_id, revision, edited_at, deleted_at from message_edits
    where message_id = any(${messageIds}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.message_id, row]));
}

/** Returns those of these messages that name assets, in any version, with the blocks of all their versions. */
export async function findBlocksWithAssets(
  tx: Tx,
  messageIds: readonly MessageId[],
): Promise<{ readonly message_id: MessageId; readonly blocks: readonly StoredBlock[] }[]> {
  const { rows } = await sql<{ message_id: MessageId; blocks: readonly StoredBlock[] }>`
    select message_id, blocks from (
      select message_id, blocks from messages where message_id = any(${messageIds}::text[])
      union all
      select message_id, blocks from message_revisions where message_id = any(${messageIds}::text[])
    ) v
    where position('asset_id' in v.blocks::text) > 0
    order by message_id`.execute(tx);
  return rows;
}

/** Returns every version of a message, the current one last; none of a deleted one. */
export async function findVersions(db: Db | Tx, messageId: MessageId): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select revision, body, blocks, at from message_revisions where message_id = ${messageId}
    union all
    select coalesce(e.revision, 0), m.body, m.blocks, coalesce(e.edited_at, m.created_at)
    from messages m left join message_edits e using (message_id)
    where m.message_id = ${messageId} and e.deleted_at is null
    order by revision`.execute(db);
  return rows;
}

/** Returns an SQL condition for other folders: this message was deleted. */
export function isDeleted(messageId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (
    select from message_edits e where e.message_id = ${messageId} and e.deleted_at is not null)`;
}

type Content = Pick<MessageRow, 'body' | 'blocks'>;

/**
 * Gives a message its next version, and keeps the one before. The caller holds the lock of the conversation.
 *
 * @returns the number of the new revision.
 */
export async function reviseMessage(
  tx: Tx,
  message: MessageRow,
  { before, next, at }: { readonly before: EditRow | undefined; readonly next: Content; readonly at: Date },
): Promise<number> {
  const { message_id: messageId, conversation_id: conversationId } = message;
  const revision = before?.revision ?? 0;
  await sql`
    with earlier as (
      insert into message_revisions (message_id, revision, conversation_id, body, blocks, at)
      values (${messageId}, ${revision}, ${conversationId}, ${message.body}, ${JSON.stringify(message.blocks)}::json,
              ${before?.edited_at ?? message.created_at})
    ), edited as (
      insert into message_edits (message_id, conversation_id, revision, edited_at)
      values (${messageId}, ${conversationId}, ${revision + 1}, ${at})
      on conflict (message_id) do update set revision = excluded.revision, edited_at = excluded.edited_at
    )
    update messages set body = ${next.body}, blocks = ${JSON.stringify(next.blocks)}::json
    where message_id = ${messageId}`.execute(tx);
  return revision + 1;
}

/** Empties messages and erases their earlier versions. The caller holds the locks of the conversations. */
export async function emptyMessages(
  tx: Tx,
  messages: readonly Pick<MessageRow, 'message_id' | 'conversation_id'>[],
  at: Date,
): Promise<void> {
  const ids = messages.map((message) => message.message_id);
  await sql`
    with earlier as (
      delete from message_revisions where message_id = any(${ids}::text[])
    ), edited as (
      insert into message_edits (message_id, conversation_id, revision, deleted_at)
      select m.message_id, m.conversation_id, 0, ${at}::timestamptz
      from unnest(${ids}::text[], ${messages.map((message) => message.conversation_id)}::text[])
        as m (message_id, conversation_id)
      on conflict (message_id) do update set deleted_at = excluded.deleted_at
    )
    update messages set body = null, blocks = '[]'::json where message_id = any(${ids}::text[])`.execute(tx);
}

/** Erases at most `limit` edits of a conversation, with the earlier versions. Returns how many rows. */
export async function eraseEditsOf(tx: Tx, conversationId: ConversationId, limit: number): Promise<number> {
  const revisions = await sql`
    delete from message_revisions where ctid = any(array(
      select ctid from message_revisions where conversation_id = ${conversationId} limit ${limit}))`.execute(tx);
  const erased = Number(revisions.numAffectedRows ?? 0);
  const edits = await sql`
    delete from message_edits where ctid = any(array(
      select ctid from message_edits where conversation_id = ${conversationId} limit ${limit - erased}))`.execute(tx);
  return erased + Number(edits.numAffectedRows ?? 0);
}
