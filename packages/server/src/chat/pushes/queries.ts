import { sql } from 'kysely';
import type { SubscriptionId, UserId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import type { Proof } from '../../platform/routing/proof.ts';
import type { BrowserKeys } from './encrypt.ts';

/** A browser that receives a person's pushes. */
export interface SubscriptionRow extends BrowserKeys {
  readonly subscription_id: SubscriptionId;
  readonly user_id: UserId;
  readonly endpoint: string;
  readonly created_at: Date;
  /** The end of its session or of the subscription, whichever comes first; null if neither has one. */
  readonly ends_at: Date | null;
}

const columns = sql`subscription_id, user_id, endpoint, p256dh, auth, created_at, ends_at`;

/** Counts a person's active subscriptions, except the one with this endpoint. */
export async function countSubscriptions(tx: Tx, userId: UserId, endpointHash: Buffer, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from push_subscriptions
    where user_id = ${userId} and endpoint_hash <> ${endpointHash} and (ends_at is null or ends_at > ${now})`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

/**
 * Inserts or updates a subscription. An existing endpoint keeps its id and creation time, and now belongs to this
 * person.
 */
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

/** Deletes a person's subscription. Returns false if they have no active subscription with this id. */
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

/** Deletes a subscription that its push service has dropped, unless the browser has renewed it meanwhile. */
export async function deleteGoneSubscription(
  db: Db,
  { subscription_id, p256dh, auth }: Pick<SubscriptionRow, 'subscription_id' | 'p256dh' | 'auth'>,
): Promise<void> {
  await sql`
    delete from push_subscriptions
    where subscription_id = ${subscription_id} and p256dh = ${p256dh} and auth = ${auth}`.execute(db);
}

/** Returns whether a subscription is active and unchanged. */
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

/** Returns whether there is any subscription. */
export async function hasSubscriptions(db: Db): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select exists (select from push_subscriptions) as there`.execute(db);
  return rows[0]?.there === true;
}

/** Returns the active subscriptions of these people. */
export async function findSubscriptions(db: Db, userIds: readonly UserId[], now: Date): Promise<SubscriptionRow[]> {
  const { rows } = await sql<SubscriptionRow>`
    select ${columns} from push_subscriptions
    where user_id = any(${userIds}::text[]) and (ends_at is null or ends_at > ${now})`.execute(db);
  return rows;
}

/** Deletes at most `limit` ended subscriptions. Returns the number deleted. */
export async function deleteEndedSubscriptions(db: Db, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from push_subscriptions where subscription_id = any(array(
      select subscription_id from push_subscriptions where ends_at <= ${now} order by ends_at limit ${limit}))`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
