import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { newId } from '@parley/protocol';
import type { Database } from '../database.ts';
import type { AttemptMade } from './post-delivery.ts';

/** What a peer's server needs beside the library's own tables: people with sessions, and a record of attempts. */
const tables = `
  create table people (user_id text primary key, handle text not null unique, display_name text not null,
                       locale text not null, timezone text not null, created_at timestamptz not null);
  create table sessions (token_hash bytea primary key, user_id text not null references people,
                         expires_at timestamptz not null);
  create table attempts (delivery_id text not null, attempt integer not null, started_at timestamptz not null,
                         duration_ms integer not null, outcome text not null, status_code integer, error text,
                         response_snippet text, primary key (delivery_id, attempt))`;

/** Makes the tables and some people; gives the cookies of their sessions. */
export async function makePeerTables(database: Database, people: number): Promise<string[]> {
  await database.run(tables);
  const cookies: string[] = [];
  for (let index = 0; index < people; index++) {
    const userId = newId('user', Date.now());
    const token = randomBytes(32).toString('base64url');
    await database.run(`insert into people values ($1, $2, 'Ada Example', 'en', 'UTC', now())`, [userId, `p${index}`]);
    await database.run(`insert into sessions values ($1, $2, now() + interval '30 days')`, [hashOf(token), userId]);
    cookies.push(`parley_session=${token}`);
  }
  return cookies;
}

export interface PersonRow {
  readonly user_id: string;
  readonly locale: string;
  readonly timezone: string;
}

/** Who is signed in with this token, by one prepared query. */
export async function findPerson(pool: Pool, token: string): Promise<PersonRow | null> {
  const { rows } = await pool.query<PersonRow>({
    name: 'find_person',
    text: `select p.* from sessions s join people p using (user_id) where s.token_hash = $1 and s.expires_at > now()`,
    values: [hashOf(token)],
  });
  return rows[0] ?? null;
}

/** Records attempts that were answered with 2xx, any number in one prepared statement. */
export async function recordDelivered(pool: Pick<Pool, 'query'>, attempts: readonly AttemptMade[]): Promise<void> {
  await pool.query({
    name: 'record_delivered',
    text: `insert into attempts (delivery_id, attempt, started_at, duration_ms, outcome, status_code)
           select delivery_id, 1, started_at, duration_ms, 'delivered', status_code
           from unnest($1::text[], $2::timestamptz[], $3::int[], $4::int[]) as a (delivery_id, started_at, duration_ms, status_code)`,
    values: [
      attempts.map((attempt) => attempt.deliveryId),
      attempts.map((attempt) => attempt.startedAt),
      attempts.map((attempt) => attempt.durationMs),
      attempts.map((attempt) => attempt.statusCode),
    ],
  });
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
