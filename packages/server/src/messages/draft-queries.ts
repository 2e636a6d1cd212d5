import { sql } from 'kysely';
import type { AgentId, ConversationId, DeliveryId, MessageId, StoredBlock } from '@parley/protocol';
import type { Db, Tx } from '../storage/storage.ts';

/** The open draft of a delivery: what its partial replies have shown so far, under the id of the message that it becomes. */
export interface DraftRow {
  readonly delivery_id: DeliveryId;
  readonly message_id: MessageId;
  readonly conversation_id: ConversationId;
  readonly agent_id: AgentId;
  readonly blocks: readonly StoredBlock[];
  readonly created_at: Date;
  readonly updated_at: Date;
}

export type OpenDraft = Pick<DraftRow, 'delivery_id' | 'message_id' | 'created_at'>;

/** Writes drafts whole; a draft that is open already keeps its message id and its first time. */
export async function upsertDrafts(tx: Tx, drafts: readonly DraftRow[]): Promise<void> {
  if (drafts.length === 0) return;
  await sql`
    insert into drafts (delivery_id, message_id, conversation_id, agent_id, blocks, created_at, updated_at)
    select * from unnest(
      ${drafts.map((d) => d.delivery_id)}::text[], ${drafts.map((d) => d.message_id)}::text[],
      ${drafts.map((d) => d.conversation_id)}::text[], ${drafts.map((d) => d.agent_id)}::text[],
      ${drafts.map((d) => JSON.stringify(d.blocks))}::json[], ${drafts.map((d) => d.created_at)}::timestamptz[],
      ${drafts.map((d) => d.updated_at)}::timestamptz[])
    on conflict (delivery_id) do update set
      message_id = excluded.message_id, blocks = excluded.blocks, created_at = excluded.created_at,
      updated_at = excluded.updated_at`.execute(tx);
}

/** Which drafts are open, without what they show: the next partial replaces it. */
export async function findDrafts(tx: Tx, deliveryIds: readonly DeliveryId[], since: Date): Promise<OpenDraft[]> {
  const { rows } = await sql<OpenDraft>`
    select delivery_id, message_id, created_at from drafts where delivery_id = any(${deliveryIds}::text[]) and updated_at > ${since}`.execute(
    tx,
  );
  return rows;
}

/** The open drafts of a room, oldest first. */
export async function findDraftsOfRoom(db: Db, conversationId: ConversationId, since: Date): Promise<DraftRow[]> {
  const { rows } = await sql<DraftRow>`
    select * from drafts where conversation_id = ${conversationId} and updated_at > ${since}
    order by created_at, message_id`.execute(db);
  return rows;
}

export async function deleteDrafts(tx: Tx, deliveryIds: readonly DeliveryId[]): Promise<void> {
  if (deliveryIds.length === 0) return;
  await sql`delete from drafts where delivery_id = any(${deliveryIds}::text[])`.execute(tx);
}

/**
 * Drops at most `limit` drafts that no partial touched since `before`; returns them. Whoever deletes judges their age again, because
 * it may have waited for a partial that began one anew; `is true` keeps it from looking for that age among all there are.
 */
export async function deleteOldDrafts(db: Db, before: Date, limit: number): Promise<DraftRow[]> {
  const { rows } = await sql<DraftRow>`
    delete from drafts where delivery_id = any(array(
      select delivery_id from drafts where updated_at <= ${before} order by updated_at limit ${limit}))
      and (updated_at <= ${before}) is true
    returning *`.execute(db);
  return rows;
}
