import { findByHandle } from '../../accounts/users/account-queries.ts';
import { findPerson } from '../../accounts/users/people-queries.ts';
import { byMachine } from '../../platform/audit/act.ts';
import type { Core } from '../../platform/routing/core.ts';
import { makeLink } from '../links/make-link.ts';

const recoveryMs = 3_600_000;

/** Makes the link by which a person becomes an active administrator. Returns its path, or null if nobody has the handle. */
export async function makeRecoveryLink(
  { storage, audit, clock }: Pick<Core, 'storage' | 'audit' | 'clock'>,
  handle: string,
): Promise<string | null> {
  const person = await findByHandle(storage.db, handle);
  if (person === null || person.is_demo) return null;
  const { user_id: userId } = person;
  const { status } = (await findPerson(storage.db, userId)) ?? { status: 'erased' };
  if (status === 'erasing' || status === 'erased') return null;
  const { token, row } = await storage.transaction(async (tx) => ({
    ...(await makeLink(tx, { kind: 'recovery', userId, nowMs: clock.now(), lastsMs: recoveryMs })),
    row: await audit.write(tx, byMachine, 'recovery.link_made', { memberId: userId }),
  }));
  audit.committed([row]);
  return `/recover#${token}`;
}
