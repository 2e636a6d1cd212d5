import { isId } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import { findAddressed, findIdentified, findNamed, findProvisioned } from './find-provisioned.ts';
import { parseFilter, type Lookup } from './parse-filter.ts';
import { refuseValue } from './scim-error.ts';
import { findScimRows, isDeletedByScim } from './scim-queries.ts';
import type { Provisioned } from './scim-user.ts';
import { pageOfPeople } from '../../accounts/users/people-queries.ts';

const countMax = 200;
const countDefault = 100;
const startMax = 1_000_000_000;

export interface ListQuery {
  readonly filter: string | null;
  readonly startIndex: string | null;
  readonly count: string | null;
}

export interface UserPage {
  readonly found: readonly Provisioned[];
  readonly totalResults: number;
  /** From 1. */
  readonly startIndex: number;
}

/** Lists people in the order in which they came, or the one whom a filter names. At most 200 are in an answer. */
export async function listUsers({ storage }: Pick<Core, 'storage'>, query: ListQuery): Promise<UserPage> {
  const startIndex = Math.max(1, readWhole('startIndex', query.startIndex ?? '1', startMax));
  const count = Math.max(0, Math.min(countMax, readWhole('count', query.count ?? String(countDefault), startMax)));
  const { db } = storage;
  if (query.filter !== null) {
    const found = await findOne(db, parseFilter(query.filter));
    const all = found === null ? [] : [found];
    return { found: all.slice(startIndex - 1, startIndex - 1 + count), totalResults: all.length, startIndex };
  }
  const { rows, total } = await pageOfPeople(db, { isHidden: isDeletedByScim, offset: startIndex - 1, limit: count });
  const scim = await findScimRows(
    db,
    rows.map((row) => row.user_id),
  );
  const found = rows.map((person) => ({ person, scim: scim.get(person.user_id) ?? null }));
  return { found, totalResults: total, startIndex };
}

function findOne(db: Core['storage']['db'], { by, value }: Lookup): Promise<Provisioned | null> {
  switch (by) {
    case 'id':
      return isId('user', value) ? findProvisioned(db, value) : Promise.resolve(null);
    case 'userName':
      return findNamed(db, value);
    case 'externalId':
      return findIdentified(db, value);
    case 'email':
      return findAddressed(db, value);
  }
}

/** Reads a whole number; what is out of reach counts as the nearest that is not. */
function readWhole(name: string, text: string, most: number): number {
  if (!/^[+-]?\d{1,15}$/.test(text)) return refuseValue(`${name} is a whole number.`);
  return Math.max(-1, Math.min(most, Number(text)));
}
