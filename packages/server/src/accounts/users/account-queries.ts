import { sql, type RawBuilder } from 'kysely';
import type { PersonRole, UserId } from '@parley/protocol';
import { lockName } from '../../platform/storage/lock-name.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import { plainAccount, type Account } from './account.ts';
import type { UserRow } from './queries.ts';

const columns = sql`a.role, a.role_source, a.email, a.email_verified, a.disabled_at, a.is_demo`;

/** The columns of an account `a` after a left join: a person without a row has the values of `plainAccount`. */
export const joinedAccount = sql`
  coalesce(a.role, 'member') as role, a.role_source, a.email, coalesce(a.email_verified, false) as email_verified,
  a.disabled_at, coalesce(a.is_demo, false) as is_demo`;

/** A condition on an account `a`: its person is an active administrator. */
const activeAdmin = sql`a.role = 'admin' and a.disabled_at is null`;

/** Returns a person's account. */
export async function findAccount(db: Db | Tx, userId: UserId): Promise<Account> {
  const { rows } = await sql<Account>`select ${columns} from accounts a where a.user_id = ${userId}`.execute(db);
  return rows[0] ?? plainAccount;
}

/** Returns a condition for a statement of another concept: this person's role comes from a provider's groups. */
export function isAdminByGroup(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (
    select from accounts g where g.user_id = ${userId} and g.role = 'admin' and g.role_source like 'oidc:%')`;
}

/** Finds a person by handle, with their account. */
export async function findByHandle(db: Db, handle: string): Promise<(UserRow & Account) | null> {
  const { rows } = await sql<UserRow & Account>`
    select u.*, ${joinedAccount} from users u left join accounts a using (user_id) where u.handle = ${handle}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Finds a person by handle, or by a mail address that they have verified, with their account. */
export async function findByIdentifier(db: Db | Tx, identifier: string): Promise<(UserRow & Account) | null> {
  const { rows } = await sql<UserRow & Account>`
    select u.*, ${joinedAccount} from users u left join accounts a using (user_id)
    where u.handle = ${identifier}
      or u.user_id = (select v.user_id from accounts v where v.email = ${identifier.toLowerCase()} and v.email_verified)
    limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Gives a person a role, in the name of a source. */
export async function setRole(tx: Tx, userId: UserId, role: PersonRole, source: string): Promise<void> {
  await sql`
    insert into accounts (user_id, role, role_source) values (${userId}, ${role}, ${source})
    on conflict (user_id) do update set role = excluded.role, role_source = excluded.role_source`.execute(tx);
}

/** Records that a person is the one of the demo. */
export async function markDemoPerson(db: Db | Tx, userId: UserId): Promise<void> {
  await sql`
    insert into accounts (user_id, is_demo) values (${userId}, true)
    on conflict (user_id) do update set is_demo = true`.execute(db);
}

/** Returns whether there is an active administrator, besides one person if they are given. */
export async function hasActiveAdmin(db: Db | Tx, besides: UserId | null = null): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select exists (
      select from accounts a where ${activeAdmin} and a.user_id is distinct from ${besides}
    ) as there`.execute(db);
  return rows[0]?.there === true;
}

/** Returns a condition for a statement of another concept: this person is disabled. */
export function isDisabled(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from accounts d where d.user_id = ${userId} and d.disabled_at is not null)`;
}

/** Returns the active administrators, in the order of their ids. */
export async function findActiveAdmins(db: Db | Tx): Promise<UserId[]> {
  const { rows } = await sql<{ user_id: UserId }>`
    select a.user_id from accounts a where ${activeAdmin} order by a.user_id`.execute(db);
  return rows.map((row) => row.user_id);
}

/** Records since when a person is disabled, or that they are active. */
export async function setDisabled(tx: Tx, userId: UserId, at: Date | null): Promise<void> {
  await sql`
    insert into accounts (user_id, disabled_at) values (${userId}, ${at}::timestamptz)
    on conflict (user_id) do update set disabled_at = excluded.disabled_at`.execute(tx);
}

/** Sets a person's mail address, which nobody has verified, or removes it. */
export async function setEmail(tx: Tx, userId: UserId, email: string | null): Promise<void> {
  await sql`
    insert into accounts (user_id, email) values (${userId}, ${email})
    on conflict (user_id) do update set email = excluded.email, email_verified = false`.execute(tx);
}

/** Returns a condition for a statement of another concept: this person is an active administrator. */
export function isActiveAdmin(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from accounts a where a.user_id = ${userId} and ${activeAdmin})`;
}

/** Sets a mail address that the person has verified. Returns false if another person has verified it. */
export async function setVerifiedEmail(tx: Tx, userId: UserId, email: string): Promise<boolean> {
  await lockName(tx, `mail address ${email}`);
  const { rows } = await sql`
    insert into accounts (user_id, email, email_verified)
    select ${userId}, ${email}, true
    where not exists (select from accounts o where o.email = ${email} and o.email_verified and o.user_id <> ${userId})
    on conflict (user_id) do update set email = excluded.email, email_verified = true
    returning user_id`.execute(tx);
  return rows.length === 1;
}

/** Returns the addresses that these people have verified, with the language tags of the people. */
export async function findVerifiedEmails(
  db: Db | Tx,
  userIds: readonly UserId[],
): Promise<{ readonly to: string; readonly locale: string }[]> {
  const { rows } = await sql<{ to: string; locale: string }>`
    select a.email as to, u.locale from accounts a join users u using (user_id)
    where a.user_id = any(${userIds}::text[]) and a.email_verified and a.email is not null order by a.user_id`.execute(
    db,
  );
  return rows;
}
