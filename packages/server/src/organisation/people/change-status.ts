import type { UserId } from '@parley/protocol';
import { hasActiveAdmin } from '../../accounts/users/account-queries.ts';
import type { PersonRow } from '../../accounts/users/people-queries.ts';
import type { App } from '../../chat/conversations/app.ts';
import type { TranscriptWork } from '../../chat/conversations/transcript-work.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import { disablePerson, enablePerson } from './disable-person.ts';

/**
 * Disables or enables a person. Refuses with `last_admin` if no active administrator would be left. The caller holds
 * the locks that `disablePerson` needs, and that of the administrators.
 */
export async function changeStatus(
  work: TranscriptWork,
  app: Pick<App, 'commit' | 'storage' | 'clock'>,
  { person, status, by }: { person: PersonRow; status: 'active' | 'disabled'; by: UserId | null },
): Promise<void> {
  const of = { userId: person.user_id, by };
  if (status === 'active') return enablePerson(work, of);
  // A role that the same call took away does not count any more.
  if (person.role === 'admin') await keepAnAdmin(work.tx, person);
  return disablePerson(work, app, of);
}

/** Refuses with `last_admin` if nobody but this person is an active administrator. */
export async function keepAnAdmin(tx: Tx, { user_id: userId, status }: PersonRow): Promise<void> {
  if (status === 'active' && !(await hasActiveAdmin(tx, userId))) refuse('last_admin');
}
