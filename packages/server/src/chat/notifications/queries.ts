import { sql, type RawBuilder } from 'kysely';
import type {
  AgentId,
  ApprovalId,
  ConversationId,
  MessageId,
  Notification,
  NotificationId,
  UserId,
} from '@parley/protocol';
import { ownerOf } from '../../accounts/agents/queries.ts';
import { isBlocking } from '../../accounts/users/block-queries.ts';
import { hasHandleAmong } from '../../accounts/users/queries.ts';
import { hasMutedConversation, heedsMentionsIn } from '../conversations/attention-queries.ts';
import { isInConversationOfRow } from '../conversations/own-queries.ts';
import { hasAnswered } from '../forms/form-answer-queries.ts';
import { isReadBy } from '../transcript/form-message-queries.ts';
import { hasGranted, hasSilenced, heedsMentionsOf } from '../../accounts/permissions/queries.ts';
import { proactiveScope } from '../../accounts/permissions/scopes.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';

export interface NotificationRow {
  readonly notification_id: NotificationId;
  readonly user_id: UserId;
  readonly type: Notification['type'];
  readonly conversation_id: ConversationId | null;
  readonly message_id: MessageId | null;
  readonly approval_id: ApprovalId | null;
  readonly created_at: Date;
  readonly read_at: Date | null;
}

/** A notification to write. If it names an agent, the person's settings for that agent decide whether it is written. */
export interface NotificationDraft extends Omit<NotificationRow, 'read_at'> {
  readonly agent_id: AgentId | null;
  readonly proactive: boolean;
  readonly owner_only: boolean;
  /** The handles that the message mentions, separated by spaces; null for none. */
  readonly handles: string | null;
  readonly mentioned_by: UserId | null;
}

export type NotifiedRow = Pick<NotificationRow, 'notification_id' | 'user_id'>;

/**
 * Writes notifications with one statement and returns those that were written. Skips one that names an agent if the
 * person muted the conversation or the agent, blocked the agent, or, for a proactive message, did not grant
 * `proactive.message`. Skips one of a person who mentions if the mentioned one muted the conversation, blocked that
 * person, or gets no mentions at their level.
 */
export async function insertNotifications(
  tx: Tx,
  drafts: readonly NotificationDraft[],
  now: Date,
): Promise<NotifiedRow[]> {
  const { rows } = await insertionOf(drafts, now).execute(tx);
  return rows;
}

/** Returns the CTE `notified`, which writes notifications and has the rows that `insertNotifications` returns. */
export function notified(drafts: readonly NotificationDraft[], now: Date): RawBuilder<unknown> {
  return sql`notified as (${insertionOf(drafts, now)})`;
}

function insertionOf(drafts: readonly NotificationDraft[], now: Date): RawBuilder<NotifiedRow> {
  return sql<NotifiedRow>`
    insert into notifications (notification_id, user_id, type, conversation_id, message_id, approval_id, created_at)
    select d.notification_id, d.user_id,
           case when d.handles is not null and ${hasHandleAmong(sql`d.user_id`, sql`d.handles`)} and ${heedsMentions}
                then 'mention' else d.type end,
           d.conversation_id, d.message_id, d.approval_id, d.created_at
    from unnest(
      ${drafts.map((d) => d.notification_id)}::text[], ${drafts.map((d) => d.user_id)}::text[],
      ${drafts.map((d) => d.type)}::text[], ${drafts.map((d) => d.conversation_id)}::text[],
      ${drafts.map((d) => d.message_id)}::text[], ${drafts.map((d) => d.approval_id)}::text[],
      ${drafts.map((d) => d.created_at)}::timestamptz[], ${drafts.map((d) => d.agent_id)}::text[],
      ${drafts.map((d) => d.proactive)}::boolean[], ${drafts.map((d) => d.owner_only)}::boolean[],
      ${drafts.map((d) => d.handles)}::text[], ${drafts.map((d) => d.mentioned_by)}::text[]
    ) as d (notification_id, user_id, type, conversation_id, message_id, approval_id, created_at, agent_id, proactive, owner_only,
            handles, mentioned_by)
    where d.agent_id is null and d.mentioned_by is null
       or d.mentioned_by is not null and ${heedsMentions}
          and not ${hasMutedConversation(sql`d.user_id`, sql`d.conversation_id`, now)}
          and not ${isBlocking(sql`d.user_id`, sql`d.mentioned_by`)}
       or d.agent_id is not null and not ${hasMutedConversation(sql`d.user_id`, sql`d.conversation_id`, now)}
          and not ${hasSilenced(sql`d.user_id`, sql`d.agent_id`, now)}
          and (not d.owner_only or ${ownerOf(sql`d.agent_id`)} = d.user_id)
          and (not d.proactive or ${hasGranted(sql`d.user_id`, sql`d.agent_id`, proactiveScope)})
    returning notification_id, user_id`;
}

/** A condition on a draft: the person's levels of the conversation and of the agent let mentions through. */
const heedsMentions = sql<boolean>`(${heedsMentionsIn(sql`d.user_id`, sql`d.conversation_id`)}
  and ${heedsMentionsOf(sql`d.user_id`, sql`d.agent_id`)})`;

/**
 * Lists a person's notifications below a cursor, newest first. Leaves out those that point into a conversation that the
 * person has left.
 */
export async function listNotifications(
  db: Db,
  list: { readonly userId: UserId; readonly below: string | null; readonly limit: number },
): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select n.* from notifications n
    where n.user_id = ${list.userId} ${list.below === null ? sql`` : sql`and n.notification_id < ${list.below}`}
      and (n.conversation_id is null or n.approval_id is not null
           or ${isInConversationOfRow(sql`n.user_id`, sql`n.conversation_id`)})
    order by n.notification_id desc limit ${list.limit}`.execute(db);
  return rows;
}

/** How many unread message notifications are read, the newest first. */
const lookedAtMax = 500;

/**
 * Returns a subquery of the messages that a person was notified of and has not read. Muted messages have no
 * notification, so they are not among them.
 */
export function unseenMessages(userId: UserId): RawBuilder<unknown> {
  return sql`
    select message_id from notifications
    where user_id = ${userId} and type in ('message', 'mention') and read_at is null
    order by notification_id desc limit ${lookedAtMax}`;
}

/** Finds notifications by id. Ids that do not exist are left out. */
export async function findNotifications(
  db: Db,
  notificationIds: readonly NotificationId[],
): Promise<NotificationRow[]> {
  if (notificationIds.length === 0) return [];
  const { rows } = await sql<NotificationRow>`
    select * from notifications where notification_id = any(${notificationIds}::text[])`.execute(db);
  return rows;
}

/** Marks these notifications as read. Those of other people, or already read, stay as they are. */
export async function markNotificationsRead(
  db: Db,
  read: { readonly userId: UserId; readonly notificationIds: readonly NotificationId[]; readonly at: Date },
): Promise<void> {
  await sql`
    update notifications set read_at = ${read.at}
    where notification_id = any(${read.notificationIds}::text[]) and user_id = ${read.userId} and read_at is null`.execute(
    db,
  );
}

/**
 * Marks the notifications of messages up to `seq` of a conversation as read. Keeps those that still need the person:
 * approvals, and messages with a form that they have not answered.
 */
export async function markConversationSeen(
  tx: Tx,
  seen: { readonly userId: UserId; readonly conversationId: ConversationId; readonly seq: number; readonly at: Date },
): Promise<void> {
  const { userId, conversationId, seq, at } = seen;
  await sql`
    update notifications n set read_at = ${at}
    where n.user_id = ${userId} and n.conversation_id = ${conversationId} and n.read_at is null and n.approval_id is null
      and ${isReadBy(sql`n.message_id`, seq, (formId) => hasAnswered(userId, sql`n.message_id`, formId))}`.execute(tx);
}

/** Deletes at most `limit` notifications that are older than `before`, and returns how many. */
export async function deleteOldNotifications(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from notifications where notification_id = any(array(
      select notification_id from notifications where created_at <= ${before} order by created_at limit ${limit}))`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
