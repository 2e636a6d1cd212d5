import { isId, type UserId } from '@parley/protocol';
import { findByIdentifier } from '../../accounts/users/account-queries.ts';
import { findPerson, type PersonRow } from '../../accounts/users/people-queries.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import { noSuchUser } from './scim-error.ts';
import { findByExternalId, findByUserName, findScimRows } from './scim-queries.ts';
import { userNameKey, type Provisioned } from './scim-user.ts';

/**
 * Finds a person whom directories see: not the one of the demo, none that is erased, and none that a directory has
 * deleted.
 */
export async function findProvisioned(db: Db | Tx, userId: UserId): Promise<Provisioned | null> {
  const person = await findPerson(db, userId);
  if (person === null || person.is_demo || !isThere(person)) return null;
  const scim = (await findScimRows(db, [userId])).get(userId) ?? null;
  return scim?.deleted_at ? null : { person, scim };
}

/** Returns whether a person is neither erased nor being erased. */
export function isThere({ status }: Pick<PersonRow, 'status'>): boolean {
  return status === 'active' || status === 'disabled';
}

/** Finds a person by the id of a path, as `findProvisioned` does. Refuses with 404. */
export async function readProvisioned(db: Db | Tx, id: string): Promise<Provisioned> {
  return (isId('user', id) ? await findProvisioned(db, id) : null) ?? noSuchUser();
}

/** Finds a person by `userName`. Those whom no directory provisions have their handle as name. */
export async function findNamed(db: Db | Tx, userName: string): Promise<Provisioned | null> {
  const key = userNameKey(userName);
  const row = await findByUserName(db, key);
  if (row !== null) return findProvisioned(db, row.user_id);
  const person = isHandle(key) ? await findByIdentifier(db, key) : null;
  return person === null ? null : unlessProvisioned(await findProvisioned(db, person.user_id));
}

/** Finds a person by `externalId`. */
export async function findIdentified(db: Db | Tx, externalId: string): Promise<Provisioned | null> {
  const row = await findByExternalId(db, externalId);
  return row && findProvisioned(db, row.user_id);
}

/** Finds a person by the mail address that they have verified. */
export async function findAddressed(db: Db | Tx, email: string): Promise<Provisioned | null> {
  const person = email.includes('@') ? await findByIdentifier(db, email) : null;
  return person && findProvisioned(db, person.user_id);
}

const unlessProvisioned = (found: Provisioned | null): Provisioned | null => (found?.scim === null ? found : null);

const isHandle = (text: string): boolean => /^[a-z0-9][a-z0-9_-]{1,31}$/.test(text);
