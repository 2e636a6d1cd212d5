import { sql } from 'kysely';
import type { UserId } from '@parley/protocol';
import type { Db } from '../../platform/storage/storage.ts';
import { joinAttention, ownTerms } from './attention-queries.ts';
import { people, type MemberConversationRow } from './queries.ts';

/** Later than every hour. */
const hourMax = 2 ** 31 - 1;

/** Returns a person's conversations, most recently active first, starting below a cursor. */
export async function listOwnConversations(
  db: Db,
  list: { readonly userId: UserId; readonly below: readonly [at: string, id: string] | null; readonly limit: number },
): Promise<MemberConversationRow[]> {
  const { userId, limit } = list;
  const [at, id] = list.below ?? ['infinity', ''];
  // The next page is within the rest of the cursor's hour, and earlier hours until they hold as many conversations as
  // the page.
  const hour = list.below ? Math.floor(Date.parse(at) / 3_600_000) : hourMax;
  const { rows } = await sql<MemberConversationRow>`
    select c.*, ${ownTerms}, ${people}
    from (
      select conversation_id from room_hours where user_id = ${userId} and hour = ${hour}::int
      union all
      (select conversation_id from room_hours where user_id = ${userId} and hour < ${hour}::int
       order by hour desc fetch first (${limit}::int) rows with ties)
    ) near
    join conversation_people p on p.conversation_id = near.conversation_id and p.user_id = ${userId} ${joinAttention}
    join conversations c on c.conversation_id = near.conversation_id
    where c.deleted_at is null and (c.last_activity_at, c.conversation_id) < (${at}::timestamptz, ${id}::text)
    order by c.last_activity_at desc, c.conversation_id desc
    limit ${limit}`.execute(db);
  return rows;
}
