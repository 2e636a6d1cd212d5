import { sql } from 'kysely';
import type { SubscriptionId, UserId } from '@parley/protocol';
import type { Db, Tx } from '../storage/storage.ts';
import type { Proof } from '../routing/proof.ts';
import type { BrowserKeys } from './encrypt.ts';

/** A browser of a person that pushes are sent to. */
export interface SubscriptionRow extends BrowserKeys {
  readonly subscription_id: SubscriptionId;
  readonly user_id: UserId;
  readonly endpoint: string;
  readonly created_at: Date;
  /** With its session or at its own time, whichever comes first; null where neither has an end. */
  readonly ends_at: Date | null;
}

const columns = sql`subscription_id, user_id, endpoint, p256dh, auth, created_at, ends_at`;

/** How many subscriptions of a person have not ended, but for the one with this endpoint. */
export async function countSubscriptions(tx: Tx, userId: UserId, endpointHash: Buffer, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from push_subscriptions
    where user_id = ${userId} and endpoint_hash <> ${endpointHash} and (ends_at is null or ends_at > ${now})`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

/** Writes a subscription. The same endpoint keeps its id and its age, and belongs to this person from now on. */
export async function upsertSubscription(
  tx: Tx,
  row: SubscriptionRow & { readonly endpoint_hash: Buffer; readonly proof: Proof },
): Promise<SubscriptionRow> {
  const { kind, hash } = row.proof;
  const { rows } = await sql<SubscriptionRow>`
    insert into push_subscriptions
      (subscription_id, user_id, endpoint, endpoint_hash, p256dh, auth, session_hash, token_hash, created_at, ends_at)
    values (${row.subscription_id}, ${row.user_id}, ${row.endpoint}, ${row.endpoint_hash}, ${row.p256dh}, ${row.auth},
            ${kind === 'session' ? hash : null}::bytea, ${kind === 'token' ? hash : null}::bytea, ${row.created_at},
            ${row.ends_at}::timestamptz)
    on conflict (endpoint_hash) do update
      set user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth, ends_at = excluded.ends_at,
          session_hash = excluded.session_hash, token_hash = excluded.token_hash
    returning ${columns}`.execute(tx);
  return rows[0] as SubscriptionRow;
}

/** Ends a subscription of a person; false where they have none such that has not ended. */
export async function deleteOwnSubscription(
  db: Db,
  userId: UserId,
  subscriptionId: SubscriptionId,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    delete from push_subscriptions
    where subscription_id = ${subscriptionId} and user_id = ${userId} and (ends_at is null or ends_at > ${now})
    returning subscription_id`.execute(db);
  return rows.length === 1;
}

/** Ends a subscription that its push service does not know any more, unless the browser has renewed it meanwhile. */
export async function deleteGoneSubscription(
  db: Db,
  { subscription_id, p256dh, auth }: Pick<SubscriptionRow, 'subscription_id' | 'p256dh' | 'auth'>,
): Promise<void> {
  await sql`
    delete from push_subscriptions
    where subscription_id = ${subscription_id} and p256dh = ${p256dh} and auth = ${auth}`.execute(db);
}

/** Whether a subscription still stands as it was. */
export async function isSubscribed(
  db: Db,
  { subscription_id, user_id, p256dh, auth }: SubscriptionRow,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select from push_subscriptions
    where subscription_id = ${subscription_id} and user_id = ${user_id} and p256dh = ${p256dh} and auth = ${auth}
      and (ends_at is null or ends_at > ${now})`.execute(db);
  return rows.length === 1;
}

/** Whether anybody has subscribed at all. */
export async function hasSubscriptions(db: Db): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select exists (select from push_subscriptions) as there`.execute(db);
  return rows[0]?.there === true;
}

/** The subscriptions of these people that have not ended. */
export async function findSubscriptions(db: Db, userIds: readonly UserId[], now: Date): Promise<SubscriptionRow[]> {
  const { rows } = await sql<SubscriptionRow>`
    select ${columns} from push_subscriptions
    where user_id = any(${userIds}::text[]) and (ends_at is null or ends_at > ${now})`.execute(db);
  return rows;
}

/** Deletes at most `limit` subscriptions that have ended; returns how many. */
export async function deleteEndedSubscriptions(db: Db, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from push_subscriptions where subscription_id = any(array(
      select subscription_id from push_subscriptions where ends_at <= ${now} order by ends_at limit ${limit}))`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
