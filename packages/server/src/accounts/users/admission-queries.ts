import { sql } from 'kysely';
import type { UserId } from '@parley/protocol';
import type { Proof } from '../../platform/routing/proof.ts';
import type { Db } from '../../platform/storage/storage.ts';
import { isActiveAdmin } from './account-queries.ts';

/** Returns whether a person is an active administrator, and whether they call with a token for administration. */
export async function findAdmission(
  db: Db,
  userId: UserId,
  { kind, hash }: Proof,
): Promise<{ readonly isAdmin: boolean; readonly isAdminToken: boolean }> {
  const { rows } = await sql<{ isAdmin: boolean; isAdminToken: boolean }>`
    select ${isActiveAdmin(sql`${userId}`)} as "isAdmin",
           exists (
             select from access_tokens t where ${kind} = 'token' and t.token_hash = ${hash} and t.for_admin
           ) as "isAdminToken"`.execute(db);
  return rows[0] ?? { isAdmin: false, isAdminToken: false };
}
