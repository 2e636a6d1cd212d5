import { sql, type RawBuilder } from 'kysely';
import { lockName } from '../storage/lock-name.ts';
import type { Db, Tx } from '../storage/storage.ts';
import type { IdempotencyKey } from '../routing/stored-answer.ts';

export interface StoredKeyRow {
  readonly digest: string;
  readonly body_sha256: Buffer;
  readonly status: number;
  readonly response: string;
  readonly created_at: Date;
}

/**
 * Returns the stored rows of these keys that are younger than `since`. The age is compared here and not in the
 * statement, because the planner could then choose to read every row of that age.
 */
export async function findKeys(tx: Tx, keys: readonly IdempotencyKey[], since: Date): Promise<StoredKeyRow[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<StoredKeyRow>`
    select k.digest, k.body_sha256, k.status, k.response, k.created_at
    from unnest(${keys.map((key) => key.digest)}::uuid[]) as wanted (digest)
    join idempotency_keys k using (digest)`.execute(tx);
  return rows.filter((row) => row.created_at > since);
}

/** An answer to store under its key. */
export interface GivenAnswer {
  readonly key: IdempotencyKey;
  readonly status: number;
  readonly body: string;
}

/** Stores answers in the transaction of their effects. Replaces rows that are older than the window. */
export async function insertAnswers(tx: Tx, answers: readonly GivenAnswer[], now: Date): Promise<void> {
  if (answers.length > 0) await keepingOf(answers, now).execute(tx);
}

/** Returns a CTE that stores answers, as `insertAnswers` does. */
export function answersKept(answers: readonly GivenAnswer[], now: Date): RawBuilder<unknown> {
  return sql`answers_kept as (${keepingOf(answers, now)})`;
}

const replacing = sql`
    on conflict (digest) do update
      set body_sha256 = excluded.body_sha256, status = excluded.status,
          response = excluded.response, created_at = excluded.created_at`;

function keepingOf(answers: readonly GivenAnswer[], now: Date): RawBuilder<unknown> {
  return sql`
    insert into idempotency_keys (digest, body_sha256, status, response, created_at)
    select *, ${now}::timestamptz
    from unnest(${answers.map(({ key }) => key.digest)}::uuid[], ${answers.map(({ key }) => key.bodySha256)}::bytea[],
                ${answers.map((answer) => answer.status)}::int[], ${answers.map((answer) => answer.body)}::text[])
    ${replacing}`;
}

/**
 * Returns an expression for a statement of another concept: true if the key with this digest was ever used, else null.
 * A scalar subquery forces an index lookup: a plan for `exists`, cached when the table was small, could scan the whole
 * table.
 */
export function isUsed(digest: RawBuilder<unknown>): RawBuilder<boolean | null> {
  return sql`(select true from idempotency_keys u where u.digest = ${digest})`;
}

/**
 * Returns a CTE that stores the answers of the rows in the CTE `source`. With `replaces`, replaces rows that are older
 * than the window, as `insertAnswers` does. Without it, none of the keys may have been used before.
 */
export function answered(
  source: RawBuilder<unknown>,
  status: number,
  now: RawBuilder<unknown>,
  replaces: boolean,
): RawBuilder<unknown> {
  return sql`
    answered as (
      -- The response under the idempotency key of each request that has one.
      insert into idempotency_keys (digest, body_sha256, status, response, created_at)
      select digest, body_sha256, ${sql.lit(status)}, response, ${now}::timestamptz from ${source} where digest is not null
      ${replaces ? replacing : sql``}
    )`;
}

/**
 * Rewrites stored answers, from between two times, that hold a text. `rewrite` returns the new answer, or null to leave it as it is. The
 * times keep the search short: an answer is stored in the transaction of its effect.
 */
export async function rewriteAnswers(
  tx: Tx,
  which: { readonly since: Date; readonly until: Date; readonly holding: string },
  rewrite: (body: string) => string | null,
): Promise<void> {
  const { rows } = await sql<Pick<StoredKeyRow, 'digest' | 'response'>>`
    select digest, response from idempotency_keys
    where created_at between ${which.since} and ${which.until} and position(${which.holding} in response) > 0
    order by digest for update`.execute(tx);
  for (const { digest, response } of rows) {
    const body = rewrite(response);
    if (body !== null)
      await sql`update idempotency_keys set response = ${body} where digest = ${digest}::uuid`.execute(tx);
  }
}

/** Locks a key until the transaction ends. Other requests with the same key wait. */
export async function lockKey(tx: Tx, { digest }: IdempotencyKey): Promise<void> {
  await lockName(tx, digest);
}

/**
 * Deletes at most `limit` rows that are older than the window, and returns how many. The outer condition checks the age
 * again, because the delete may have waited for a row that was just replaced. `is true` keeps the planner from using
 * the index on age a second time.
 */
export async function deleteOldKeys(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency_keys where ctid = any(array(
      select ctid from idempotency_keys where created_at <= ${before} order by created_at limit ${limit}))
      and (created_at <= ${before}) is true`.execute(db);
  return Number(numAffectedRows ?? 0);
}
