import { sql, type RawBuilder } from 'kysely';
import type { AssetId, ConversationId, MessageId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import { isHeld } from './hold-queries.ts';

/** The sealed content of a message that was deleted while it was under a hold. */
export interface HeldRow {
  readonly message_id: MessageId;
  readonly conversation_id: ConversationId;
  readonly author_id: string | null;
  readonly asset_ids: readonly AssetId[];
  readonly key_id: string;
  readonly sealed: Buffer;
  readonly deleted_at: Date;
}

/** Returns those of these messages that are under a hold, on their conversation or their author. */
export async function findUnderHold(
  tx: Tx,
  messages: readonly Pick<HeldRow, 'message_id' | 'conversation_id' | 'author_id'>[],
): Promise<Set<MessageId>> {
  const { rows } = await sql<Pick<HeldRow, 'message_id'>>`
    select m.message_id
    from unnest(${messages.map((m) => m.message_id)}::text[], ${messages.map((m) => m.conversation_id)}::text[],
                ${messages.map((m) => m.author_id)}::text[]) as m (message_id, conversation_id, author_id)
    where ${isHeld(sql.ref('m.conversation_id'), sql.ref('m.author_id'))}`.execute(tx);
  return new Set(rows.map((row) => row.message_id));
}

export async function insertHeld(tx: Tx, row: HeldRow): Promise<void> {
  await sql`
    insert into held_messages (message_id, conversation_id, author_id, asset_ids, key_id, sealed, deleted_at)
    values (${row.message_id}, ${row.conversation_id}, ${row.author_id}, ${row.asset_ids}::text[], ${row.key_id},
            ${row.sealed}, ${row.deleted_at})
    on conflict do nothing`.execute(tx);
}

/**
 * Returns at most `limit` held messages of a person or a conversation, after one in the order of their ids. Reads the
 * table, which has few rows.
 */
export async function listHeld(
  db: Db,
  targetId: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`
    select message_id, conversation_id, author_id, asset_ids, key_id, sealed, deleted_at from held_messages
    where (conversation_id = ${targetId} or author_id = ${targetId}) and message_id > ${after}
    order by message_id limit ${limit}`.execute(db);
  return rows;
}

/** Returns an SQL condition: a held message names this asset. */
export function isHeldAsset(assetId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from held_messages k where k.asset_ids @> array[${assetId}])`;
}

/** Erases at most `limit` held messages that no hold is on any more. Returns how many. */
export async function eraseReleased(db: Db, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from held_messages where message_id = any(array(
      select k.message_id from held_messages k
      where not ${isHeld(sql.ref('k.conversation_id'), sql.ref('k.author_id'))} limit ${limit}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Returns at most `limit` held messages that are not sealed with this key, after one in the order of their ids. */
export async function findHeldSealedOtherwise(
  db: Db,
  keyId: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<Pick<HeldRow, 'message_id' | 'sealed' | 'key_id'>[]> {
  const { rows } = await sql<Pick<HeldRow, 'message_id' | 'sealed' | 'key_id'>>`
    select message_id, sealed, key_id from held_messages
    where key_id <> ${keyId} and message_id > ${after} order by message_id limit ${limit}`.execute(db);
  return rows;
}

/** Replaces what a held message is sealed with. */
export async function replaceSealed(
  db: Db,
  { message_id: messageId, key_id: keyId, sealed }: Pick<HeldRow, 'message_id' | 'sealed' | 'key_id'>,
): Promise<void> {
  await sql`update held_messages set sealed = ${sealed}, key_id = ${keyId} where message_id = ${messageId}`.execute(db);
}
