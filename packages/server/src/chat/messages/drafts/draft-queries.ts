import { sql, type RawBuilder } from 'kysely';
import type { AgentId, ConversationId, DeliveryId, MessageId, StoredBlock, TaskId, UserId } from '@parley/protocol';
import { isAboutTask } from '../../../engine/deliveries/authority-queries.ts';
import { readPageRows, type PageRows } from '../../../platform/storage/page-rows.ts';
import type { Db, Tx } from '../../../platform/storage/storage.ts';
import { isOnBehalfOf } from '../../forms/form-answer-queries.ts';

/**
 * The open draft of a delivery: the content of its last partial reply, under the id of the message that it will become.
 */
export interface DraftRow {
  readonly delivery_id: DeliveryId;
  readonly message_id: MessageId;
  readonly conversation_id: ConversationId;
  readonly agent_id: AgentId;
  readonly blocks: readonly StoredBlock[];
  readonly created_at: Date;
  readonly updated_at: Date;
}

export type OpenDraft = Omit<DraftRow, 'blocks' | 'updated_at'>;

/** Writes complete drafts. A draft that is already open keeps its message id and creation time. */
export async function upsertDrafts(tx: Tx, drafts: readonly DraftRow[]): Promise<void> {
  await writingOf(drafts).execute(tx);
}

/**
 * Returns parts of a statement that delete some drafts and write others as `upsertDrafts` does. No draft may be in both
 * lists.
 */
export function draftsKept(drafts: {
  readonly closed: readonly DeliveryId[];
  readonly shown: readonly DraftRow[];
}): RawBuilder<unknown> {
  return sql`
    closed as (delete from drafts where delivery_id = any(${drafts.closed}::text[])),
    shown as (${writingOf(drafts.shown)})`;
}

function writingOf(drafts: readonly DraftRow[]): RawBuilder<unknown> {
  return sql`
    insert into drafts (delivery_id, message_id, conversation_id, agent_id, blocks, created_at, updated_at)
    select * from unnest(
      ${drafts.map((d) => d.delivery_id)}::text[], ${drafts.map((d) => d.message_id)}::text[],
      ${drafts.map((d) => d.conversation_id)}::text[], ${drafts.map((d) => d.agent_id)}::text[],
      ${drafts.map((d) => JSON.stringify(d.blocks))}::json[], ${drafts.map((d) => d.created_at)}::timestamptz[],
      ${drafts.map((d) => d.updated_at)}::timestamptz[])
    on conflict (delivery_id) do update set
      message_id = excluded.message_id, blocks = excluded.blocks, created_at = excluded.created_at,
      updated_at = excluded.updated_at`;
}

/** Returns the open drafts of these conversations, without their blocks, which the next partial reply replaces. */
export async function findDrafts(
  tx: Tx,
  conversationIds: readonly ConversationId[],
  since: Date,
): Promise<OpenDraft[]> {
  const { rows } = await sql<OpenDraft>`
    select delivery_id, message_id, conversation_id, agent_id, created_at from drafts
    where conversation_id = any(${conversationIds}::text[]) and updated_at > ${since}`.execute(tx);
  return rows;
}

/** Finds an open draft of a conversation by the id of the message that it will become. */
export async function findDraft(
  db: Db | Tx,
  conversationId: ConversationId,
  messageId: MessageId,
  since: Date,
): Promise<DraftRow | null> {
  const { rows } = await sql<DraftRow>`
    select * from drafts
    where conversation_id = ${conversationId} and message_id = ${messageId} and updated_at > ${since}`.execute(db);
  return rows[0] ?? null;
}

/**
 * Returns the open drafts of a conversation in reading order, starting after the last one read. An agent has at most
 * twenty.
 */
export async function pageOfDrafts(
  db: Db,
  page: {
    readonly conversationId: ConversationId;
    readonly since: Date;
    readonly direction: 'back' | 'on';
    readonly draft: string | null;
  },
): Promise<PageRows<DraftRow>> {
  const { conversationId, since, direction, draft } = page;
  const beyond = direction === 'back' ? sql`message_id < ${draft}::text` : sql`message_id > ${draft}::text`;
  const order = direction === 'back' ? sql`message_id desc` : sql`message_id`;
  const select = sql`
    select * from drafts
    where conversation_id = ${conversationId} and updated_at > ${since} and (${draft}::text is null or ${beyond})
    order by ${order}`;
  return readPageRows(db, { select, order, bytes: sql`octet_length(p.blocks::text)` });
}

/** Drafts that end together: all of an agent, optionally in one conversation, those of agents for one person, or all about a task. */
export type DraftsOf =
  | { readonly agentId: AgentId; readonly conversationId?: ConversationId }
  | { readonly agentIds: readonly AgentId[]; readonly userId: UserId }
  | { readonly taskId: TaskId; readonly conversationId: ConversationId };

/** Deletes drafts of any age. Returns the conversations that showed them. */
export async function takeDrafts(tx: Tx, which: DraftsOf): Promise<ConversationId[]> {
  const { rows } = await sql<{ conversation_id: ConversationId }>`
    with gone as (delete from drafts d where ${matches(which)} returning d.conversation_id)
    select distinct conversation_id from gone`.execute(tx);
  return rows.map((row) => row.conversation_id);
}

/** Deletes and returns the draft of one delivery, at any age, or null. */
export async function takeDraft(tx: Tx, deliveryId: DeliveryId): Promise<DraftRow | null> {
  const { rows } = await sql<DraftRow>`delete from drafts where delivery_id = ${deliveryId} returning *`.execute(tx);
  return rows[0] ?? null;
}

function matches(which: DraftsOf): RawBuilder<boolean> {
  if ('taskId' in which) {
    return sql`d.conversation_id = ${which.conversationId} and ${isAboutTask(sql`d.delivery_id`, which.taskId)}`;
  }
  if ('agentIds' in which) {
    return sql`d.agent_id = any(${which.agentIds}::text[]) and ${isOnBehalfOf(sql`d.delivery_id`, which.userId)}`;
  }
  const { agentId, conversationId } = which;
  const inConversation = conversationId === undefined ? sql`true` : sql`d.conversation_id = ${conversationId}`;
  return sql`d.agent_id = ${agentId} and ${inConversation}`;
}

/**
 * Deletes and returns at most `limit` drafts without a partial reply since `before`. The delete checks the age again,
 * because it may have waited for a partial reply that renewed the draft. `is true` keeps the planner from using the
 * index of age for that.
 */
export async function deleteOldDrafts(db: Db, before: Date, limit: number): Promise<DraftRow[]> {
  const { rows } = await sql<DraftRow>`
    delete from drafts where delivery_id = any(array(
      select delivery_id from drafts where updated_at <= ${before} order by updated_at limit ${limit}))
      and (updated_at <= ${before}) is true
    returning *`.execute(db);
  return rows;
}

/** Erases the drafts of a conversation. Each of its agents has at most twenty. */
export async function eraseDraftsOfConversation(tx: Tx, conversationId: ConversationId): Promise<number> {
  const { numAffectedRows } = await sql`delete from drafts where conversation_id = ${conversationId}`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
