import { isId, type AdminPerson } from '@parley/protocol';
import { findPerson } from '../../accounts/users/people-queries.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import { findSignIns } from '../identities/ways-of-signing-in.ts';
import { countHoldings } from './count-holdings.ts';
import { presentAdminPerson } from './present.ts';

/** Returns a person as administrators see them. Refuses with `user_not_found`. */
export async function readPerson(db: Db | Tx, userId: string): Promise<AdminPerson> {
  const row = isId('user', userId) ? await findPerson(db, userId) : null;
  if (row === null) return refuse('user_not_found');
  const holdings = await countHoldings(db, [row.user_id]);
  const signIns = await findSignIns(db, [row]);
  return presentAdminPerson(row, holdings(row.user_id), signIns(row));
}
