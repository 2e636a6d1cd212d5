import { sql, type RawBuilder } from 'kysely';
import type { UserId } from '@parley/protocol';
import type { Db } from '../../platform/storage/storage.ts';
import { isArchived, isSetApart, joinAttention, ownTerms } from './attention-queries.ts';
import { people, type MemberConversationRow } from './queries.ts';

/** Where a page begins: below this conversation, in the part of the list that it is in. */
export interface ListPlace {
  readonly at: string;
  readonly id: string;
  readonly isPinned: boolean;
}

interface OwnList {
  readonly userId: UserId;
  readonly below: ListPlace | null;
  readonly limit: number;
}

/** Returns a person's conversations that are not archived: the pinned ones first, each most recently active first. */
export async function listOwnConversations(
  db: Db,
  { userId, below, limit }: OwnList,
): Promise<MemberConversationRow[]> {
  const isPastPinned = below !== null && !below.isPinned;
  const pinned = isPastPinned ? [] : await listApart(db, { userId, below, limit }, sql`n.pinned and not ${isArchived}`);
  if (pinned.length >= limit) return pinned;
  const others = await listOthers(db, { userId, below: isPastPinned ? below : null, limit: limit - pinned.length });
  return [...pinned, ...others];
}

/** Returns a person's archived conversations, most recently active first. */
export function listArchivedConversations(db: Db, list: OwnList): Promise<MemberConversationRow[]> {
  return listApart(db, list, sql`n.archived_seq is not null and ${isArchived}`);
}

/**
 * Returns the conversations that a person pinned or archived and that meet a condition. It reads the settings of all of
 * them, and the rest of those on the page.
 */
async function listApart(
  db: Db,
  { userId, below, limit }: OwnList,
  condition: RawBuilder<boolean>,
): Promise<MemberConversationRow[]> {
  const { rows } = await sql<MemberConversationRow>`
    select c.*, ${ownTerms}, ${people}
    from (
      select c.conversation_id from room_attention n join conversations c using (conversation_id)
      where n.user_id = ${userId} and ${condition} and c.deleted_at is null
        and (c.last_activity_at, c.conversation_id) < (${below?.at ?? 'infinity'}::timestamptz, ${below?.id ?? ''}::text)
      order by c.last_activity_at desc, c.conversation_id desc
      limit ${limit}
    ) page
    join conversation_people p on p.conversation_id = page.conversation_id and p.user_id = ${userId} ${joinAttention}
    join conversations c on c.conversation_id = page.conversation_id
    order by c.last_activity_at desc, c.conversation_id desc`.execute(db);
  return rows;
}

/** Later than every hour. */
const hourMax = 2 ** 31 - 1;

/** Returns the conversations that are neither pinned nor archived. */
async function listOthers(db: Db, { userId, below, limit }: OwnList): Promise<MemberConversationRow[]> {
  // The next page is within the rest of the cursor's hour, and earlier hours until they hold as many conversations as
  // the page.
  const hour = below ? Math.floor(Date.parse(below.at) / 3_600_000) : hourMax;
  const { rows } = await sql<MemberConversationRow>`
    select c.*, ${ownTerms}, ${people}
    from (
      select conversation_id from room_hours h
      where user_id = ${userId} and hour = ${hour}::int and not ${isSetApart(sql`h`)}
      union all
      (select conversation_id from room_hours h
       where user_id = ${userId} and hour < ${hour}::int and not ${isSetApart(sql`h`)}
       order by hour desc fetch first (${limit}::int) rows with ties)
    ) near
    join conversation_people p on p.conversation_id = near.conversation_id and p.user_id = ${userId} ${joinAttention}
    join conversations c on c.conversation_id = near.conversation_id
    where c.deleted_at is null
      and (c.last_activity_at, c.conversation_id) < (${below?.at ?? 'infinity'}::timestamptz, ${below?.id ?? ''}::text)
    order by c.last_activity_at desc, c.conversation_id desc
    limit ${limit}`.execute(db);
  return rows;
}
