import { sql, type RawBuilder } from 'kysely';
import type { AgentId, ConversationId } from '@parley/protocol';
import { ownerOf } from '../../accounts/agents/queries.ts';
import type { Tx } from '../../platform/storage/storage.ts';

/** A message that only the owner of its agent can read. */
export interface SilentMessage {
  readonly conversationId: ConversationId;
  readonly seq: number;
  readonly agentId: AgentId;
}

const room = sql`c.conversation_id`;
const owner = sql`p.user_id`;
const readSeq = sql`p.read_seq`;

/**
 * Returns the part of a statement that counts silent messages. The caller holds the lock of their conversations; each
 * has one agent.
 */
export function silenced(messages: readonly SilentMessage[]): RawBuilder<unknown> {
  const inRoom = sql`row_number() over (partition by m.conversation_id order by m.seq)`;
  return sql`
    silenced as (
      insert into silent_messages (conversation_id, seq, owner_user_id, nth, nth_of_owner)
      select m.conversation_id, m.seq, m.owner_user_id,
             ${countedTo('nth', sql`m.conversation_id`)} + ${inRoom},
             ${countedTo('nth_of_owner', sql`m.conversation_id`, { owner: sql`m.owner_user_id` })} + ${inRoom}
      from (
        select u.conversation_id, u.seq, ${ownerOf(sql`u.agent_id`)} as owner_user_id
        from unnest(
          ${messages.map((one) => one.conversationId)}::text[], ${messages.map((one) => one.seq)}::int[],
          ${messages.map((one) => one.agentId)}::text[]) as u (conversation_id, seq, agent_id)
      ) m
    )`;
}

/**
 * An expression over conversations (`c`) and their people (`p`): the number of unread messages that show this person
 * nothing. Most conversations have no unread message, which costs no lookup; most others have no silent one, which
 * costs one.
 */
export const silentUnread: RawBuilder<number> = sql`
  case when p.read_seq >= c.last_seq then 0 else coalesce((
    select newest.nth - ${countedTo('nth', room, { upTo: readSeq })}
           - (${countedTo('nth_of_owner', room, { owner })} - ${countedTo('nth_of_owner', room, { owner, upTo: readSeq })})
    from silent_messages newest
    where newest.conversation_id = c.conversation_id and newest.seq > p.read_seq
    order by newest.seq desc limit 1), 0) end::int as silent_unread`;

function countedTo(
  count: 'nth' | 'nth_of_owner',
  conversationId: RawBuilder<unknown>,
  { owner, upTo }: { readonly owner?: RawBuilder<unknown> | undefined; readonly upTo?: RawBuilder<unknown> } = {},
): RawBuilder<number> {
  return sql`coalesce((
    select ${sql.ref(count)} from silent_messages s
    where s.conversation_id = ${conversationId}
      ${owner ? sql`and s.owner_user_id = ${owner}` : sql``} ${upTo ? sql`and s.seq <= ${upTo}` : sql``}
    order by s.seq desc limit 1), 0)`;
}

/** Returns an SQL condition: the message at this place shows something only to the owner of its agent. */
export function isSilentAt(conversationId: RawBuilder<unknown>, seq: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (
    select from silent_messages s where s.conversation_id = ${conversationId} and s.seq = ${seq})`;
}

/**
 * Counts a message that an edit has made silent, unless it is counted still: edits of a server of 0.3 counted nothing. The caller holds the
 * lock of its conversation.
 */
export async function countSilent(tx: Tx, { conversationId, seq, agentId }: SilentMessage): Promise<void> {
  const [at, upTo] = [sql`${conversationId}`, sql`${seq}::int`];
  const owner = ownerOf(sql`${agentId}`);
  await sql`
    with added as (
      insert into silent_messages (conversation_id, seq, owner_user_id, nth, nth_of_owner)
      values (${conversationId}, ${seq}, ${owner}, ${countedTo('nth', at, { upTo })} + 1,
              ${countedTo('nth_of_owner', at, { owner, upTo })} + 1)
      on conflict do nothing returning *
    )
    update silent_messages s
    set nth = s.nth + 1, nth_of_owner = s.nth_of_owner + (s.owner_user_id = added.owner_user_id)::int
    from added
    where s.conversation_id = added.conversation_id and s.seq > added.seq`.execute(tx);
}

/** Counts a message no longer that an edit lets speak. The caller holds the lock of its conversation. */
export async function uncountSilent(tx: Tx, { conversationId, seq }: SilentMessage): Promise<void> {
  await sql`
    with gone as (
      delete from silent_messages where conversation_id = ${conversationId} and seq = ${seq} returning *
    )
    update silent_messages s
    set nth = s.nth - 1, nth_of_owner = s.nth_of_owner - (s.owner_user_id = gone.owner_user_id)::int
    from gone
    where s.conversation_id = gone.conversation_id and s.seq > gone.seq`.execute(tx);
}

/** Erases at most `limit` counted messages of a conversation. */
export async function eraseSilentOf(tx: Tx, conversationId: ConversationId, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from silent_messages where conversation_id = ${conversationId} and seq = any(array(
      select seq from silent_messages where conversation_id = ${conversationId} limit ${limit}))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
