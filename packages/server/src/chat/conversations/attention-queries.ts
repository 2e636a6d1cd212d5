import { sql, type RawBuilder } from 'kysely';
import type { AgentId, ConversationId, UserId } from '@parley/protocol';
import type { Attention, AttentionChange } from '../../accounts/permissions/attention.ts';
import { silentUnread } from './silent-queries.ts';
import type { Db } from '../../platform/storage/storage.ts';

/** A condition on a person's settings (`n`) of a conversation (`c`): archived, and no message has come since. */
export const isArchived = sql<boolean>`coalesce(n.archived_seq >= c.last_seq, false)`;

/** A person's (`p`) own settings and counts in a conversation (`c`). */
export const ownTerms = sql`
  p.read_seq, ${silentUnread}, p.muted, coalesce(n.notify, 'all') as notify, n.muted_until,
  coalesce(n.pinned, false) as pinned, ${isArchived} as archived`;
export const joinAttention = sql`
  left join room_attention n on n.conversation_id = p.conversation_id and n.user_id = p.user_id`;

/** Returns a condition: the person of this row has pinned or archived its conversation. It is evaluated row by row. */
export function isSetApart(row: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`coalesce((
    select a.pinned or coalesce(a.archived_seq >= (
      select x.last_seq from conversations x where x.conversation_id = a.conversation_id), false)
    from room_attention a where a.conversation_id = ${row}.conversation_id and a.user_id = ${row}.user_id), false)`;
}

/** Changes of a person's settings of a conversation. Fields that are left out keep their value. */
export interface ConversationPreferences extends AttentionChange {
  readonly pinned?: boolean | undefined;
  readonly archived?: boolean | undefined;
}

/** Updates a person's settings of a conversation that they are in. */
export async function updateAttention(
  db: Db,
  conversationId: ConversationId,
  userId: UserId,
  { muted, notify, mutedUntil, pinned, archived }: ConversationPreferences,
): Promise<void> {
  await sql`
    with p as (
      update conversation_people set muted = coalesce(${muted ?? null}::boolean, muted)
      where conversation_id = ${conversationId} and user_id = ${userId}
      returning conversation_id, user_id
    )
    insert into room_attention as a (conversation_id, user_id, notify, muted_until, pinned, archived_seq)
    select p.conversation_id, p.user_id, coalesce(${notify ?? null}::text, 'all'), ${mutedUntil ?? null}::timestamptz,
           ${pinned ?? false}, case when ${archived ?? false} then c.last_seq end
    from p join conversations c using (conversation_id)
    on conflict (conversation_id, user_id) do update
      set notify = coalesce(${notify ?? null}::text, a.notify),
          muted_until = case when ${mutedUntil === undefined} then a.muted_until else excluded.muted_until end,
          pinned = coalesce(${pinned ?? null}::boolean, a.pinned),
          archived_seq = case when ${archived === undefined} then a.archived_seq else excluded.archived_seq end`.execute(
    db,
  );
}

/** Returns an SQL condition: this person has muted this conversation at `now`. */
export function hasMutedConversation(
  userId: RawBuilder<unknown>,
  conversationId: RawBuilder<unknown>,
  now: Date,
): RawBuilder<boolean> {
  return sql`exists (
    select from conversation_people p ${joinAttention}
    where p.conversation_id = ${conversationId} and p.user_id = ${userId} and (p.muted or n.muted_until > ${now}))`;
}

/**
 * Returns an SQL condition: this person's level of this conversation lets mentions through. A scalar subquery, because
 * PostgreSQL 18 may hash the whole table for `exists`.
 */
export function heedsMentionsIn(userId: RawBuilder<unknown>, conversationId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`coalesce((
    select false from room_attention a
    where a.conversation_id = ${conversationId} and a.user_id = ${userId} and a.notify in ('decisions', 'none')), true)`;
}

/** A person's notification settings of a conversation, with its agent. */
export interface ConversationAttentionRow extends Attention {
  readonly conversation_id: ConversationId;
  readonly user_id: UserId;
  readonly agent_id: AgentId | null;
}

/** Returns people's notification settings of conversations. Skips pairs if the person is not in the conversation. */
export async function findAttentions(
  db: Db,
  pairs: readonly { readonly conversationId: ConversationId; readonly userId: UserId }[],
): Promise<ConversationAttentionRow[]> {
  const { rows } = await sql<ConversationAttentionRow>`
    select p.conversation_id, p.user_id, c.agent_id, p.muted, coalesce(n.notify, 'all') as notify, n.muted_until
    from (select distinct * from unnest(
      ${pairs.map((pair) => pair.conversationId)}::text[], ${pairs.map((pair) => pair.userId)}::text[])
      as u (conversation_id, user_id)) wanted
    join conversation_people p on p.conversation_id = wanted.conversation_id and p.user_id = wanted.user_id
    join conversations c on c.conversation_id = p.conversation_id ${joinAttention}
    where c.deleted_at is null`.execute(db);
  return rows;
}
