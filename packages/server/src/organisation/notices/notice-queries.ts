import { sql } from 'kysely';
import type { NoticeId, NoticeKind, UserId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';

export interface NoticeRow {
  readonly notice_id: NoticeId;
  readonly kind: NoticeKind;
  readonly by: UserId | null;
  readonly at: Date;
}

/** Inserts the same notice for several people, with one statement. */
export async function insertNotices(
  tx: Tx,
  to: readonly { readonly noticeId: NoticeId; readonly userId: UserId }[],
  { kind, by, at }: Pick<NoticeRow, 'kind' | 'by' | 'at'>,
): Promise<void> {
  await sql`
    insert into notices (notice_id, user_id, kind, by, at)
    select n.notice_id, n.user_id, ${kind}, ${by}, ${at}::timestamptz
    from unnest(${to.map(({ noticeId }) => noticeId)}::text[], ${to.map(({ userId }) => userId)}::text[])
      as n (notice_id, user_id)`.execute(tx);
}

/** Lists a person's notices, newest first. */
export async function listNotices(db: Db, userId: UserId, since: Date, limit: number): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    select notice_id, kind, by, at from notices where user_id = ${userId} and at > ${since}
    order by notice_id desc limit ${limit}`.execute(db);
  return rows;
}

export async function deleteNotice(db: Db, userId: UserId, noticeId: NoticeId): Promise<void> {
  await sql`delete from notices where user_id = ${userId} and notice_id = ${noticeId}`.execute(db);
}

/** Deletes at most `limit` notices from before a time, and returns how many. */
export async function deleteOldNotices(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from notices where notice_id = any(array(
      select notice_id from notices where at <= ${before} order by at limit ${limit}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Deletes all notices of a person. */
export async function eraseNoticesOf(tx: Tx, userId: UserId): Promise<void> {
  await sql`delete from notices where user_id = ${userId}`.execute(tx);
}
