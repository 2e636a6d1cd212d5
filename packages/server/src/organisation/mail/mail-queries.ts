import { sql } from 'kysely';
import { lockName } from '../../platform/storage/lock-name.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import type { MailKind } from './mail.ts';

/** A mail that waits. */
export interface MailRow {
  readonly mail_id: string;
  readonly sealed: Buffer;
  readonly key_id: string;
  readonly attempts: number;
}

/**
 * Adds a mail, unless the address got as many of its kind since a time as it may. Returns whether it did. A lock of the
 * address makes two at once count each other.
 */
export async function insertMail(
  tx: Tx,
  mail: Omit<MailRow, 'attempts'> & { readonly kind: MailKind; readonly address_hash: Buffer; readonly now: Date },
  { since, most }: { readonly since: Date; readonly most: number },
): Promise<boolean> {
  await lockName(tx, `mail ${mail.address_hash.toString('hex')}`);
  const { rows } = await sql`
    insert into mail_queue (mail_id, kind, address_hash, sealed, key_id, created_at, next_at)
    select ${mail.mail_id}, ${mail.kind}, ${mail.address_hash}, ${mail.sealed}, ${mail.key_id}, ${mail.now}::timestamptz,
           ${mail.now}::timestamptz
    where (select count(*) from mail_queue m
           where m.address_hash = ${mail.address_hash} and m.kind = ${mail.kind} and m.created_at > ${since}) < ${most}
    returning mail_id`.execute(tx);
  return rows.length === 1;
}

export type ClaimedMail = MailRow & { readonly created_at: Date };

/** Takes mails that are due, for one attempt. If this server stops, another tries again at `again`. */
export async function claimMails(db: Db, now: Date, again: Date, limit: number): Promise<ClaimedMail[]> {
  const { rows } = await sql<ClaimedMail>`
    update mail_queue set next_at = ${again}, attempts = attempts + 1
    where mail_id = any(array(
      select mail_id from mail_queue where next_at <= ${now} order by next_at limit ${limit} for update skip locked))
    returning mail_id, sealed, key_id, attempts, created_at`.execute(db);
  return rows;
}

/** Records that a mail was sent, or is dropped. The row stays for the count, without what it said. */
export async function endMail(db: Db, mailId: string): Promise<void> {
  await sql`update mail_queue set sealed = null, next_at = null where mail_id = ${mailId}`.execute(db);
}

/** Records a failed attempt, and when to try again. */
export async function postponeMail(db: Db, mailId: string, now: Date, next: Date): Promise<void> {
  await sql`update mail_queue set failed_at = ${now}, next_at = ${next} where mail_id = ${mailId}`.execute(db);
}

/** Returns when the next mail is due; null if none waits. */
export async function nextMailAt(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(next_at) as at from mail_queue where next_at is not null`.execute(db);
  return rows[0]?.at ?? null;
}

/** Returns when the last attempt failed; null if none did since the rows are kept. */
export async function lastMailErrorAt(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select max(failed_at) as at from mail_queue`.execute(db);
  return rows[0]?.at ?? null;
}

/** Deletes at most `limit` mails from before a time, sent or not, and returns how many. */
export async function deleteOldMails(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from mail_queue where mail_id = any(array(
      select mail_id from mail_queue where created_at <= ${before} order by created_at limit ${limit}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Deletes the mails to an address, sent or not. */
export async function eraseMailsTo(tx: Tx, addressHash: Buffer): Promise<void> {
  await sql`delete from mail_queue where address_hash = ${addressHash}`.execute(tx);
}
