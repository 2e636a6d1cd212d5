import { isId, type UserId } from '@parley/protocol';
import { revokeCredentialById } from '../../accounts/agents/credential-queries.ts';
import { revokeIssued } from '../../accounts/agents/revoke-issued.ts';
import { setRole } from '../../accounts/users/account-queries.ts';
import { findPerson, type PersonRow } from '../../accounts/users/people-queries.ts';
import { lockUser } from '../../accounts/users/queries.ts';
import { deleteAdminTokensOf, deleteTokenById } from '../../accounts/users/token-queries.ts';
import { endGrants } from '../../actions/standing/end-grants.ts';
import type { App } from '../../chat/conversations/app.ts';
import { findConversationsWithAgents } from '../../chat/conversations/count-queries.ts';
import type { TranscriptWork } from '../../chat/conversations/transcript-work.ts';
import { beginErasure, isBegun } from '../erase/begin-erasure.ts';
import { deleteIdentity } from '../identities/identity-queries.ts';
import { deletePasskey } from '../passkeys/passkey-queries.ts';
import { disablePerson } from '../people/disable-person.ts';
import { endAccess } from '../people/end-sessions-of.ts';

/** Erases a person again, unless it has begun. */
export async function repeatErasure(app: App, work: TranscriptWork, id: string): Promise<void> {
  const person = await lockEnded(work, id);
  if (person === null || isBegun(person)) return;
  await beginErasure(work, app, { userId: person.user_id, by: person.user_id });
}

/** Disables a person again. */
export async function repeatDisabling(app: App, work: TranscriptWork, id: string): Promise<void> {
  const person = await lockEnded(work, id);
  if (person?.status !== 'active') return;
  await disablePerson(work, app, { userId: person.user_id, by: person.user_id });
}

/** Takes the role from an administrator again, with the tokens for administration. */
export async function repeatDemotion({ tx, signal }: TranscriptWork, id: string): Promise<void> {
  const person = await lockPerson({ tx }, id);
  if (person?.role !== 'admin') return;
  const { user_id: userId } = person;
  await deleteAdminTokensOf(tx, userId);
  await setRole(tx, userId, 'member', 'manual');
  signal([{ to: 'servers', type: 'accessEnded', userId }]);
}

/** Revokes what an id names, or all tokens of a person. `isAlone`: the credentials of agents that tokens created stay. */
export async function repeatRevocation(work: TranscriptWork, id: string, now: Date, isAlone = false): Promise<void> {
  const { tx, signal } = work;
  const revoke = isAlone ? async () => undefined : revokeIssued;
  if (isId('credential', id)) await revokeCredentialById(tx, id, now);
  else if (isId('passkey', id)) await deletePasskey(tx, id);
  else if (isId('identity', id)) await deleteIdentity(tx, id);
  else if (isId('standingGrant', id)) signal(await endGrants(tx, { grantId: id }, 'revoked', now));
  else if (isId('user', id)) await revokeAllOf(work, id, now, revoke);
  else if (isId('token', id)) {
    const userId = await deleteTokenById(tx, id);
    if (userId !== null) await revoke(work, { userId, tokenId: id }, now);
  }
}

async function revokeAllOf(work: TranscriptWork, userId: UserId, now: Date, revoke: typeof revokeIssued) {
  if ((await findPerson(work.tx, userId)) !== null) await endAccess(work, userId, now, revoke);
}

/** Locks a person with their conversations with agents, as their end needs it. */
async function lockEnded({ tx, transcript }: TranscriptWork, id: string): Promise<PersonRow | null> {
  if (isId('user', id)) await transcript.lock(await findConversationsWithAgents(tx, id));
  return lockPerson({ tx }, id);
}

/** Locks a person. Returns null if they are not in the backup. */
export async function lockPerson({ tx }: Pick<TranscriptWork, 'tx'>, id: string): Promise<PersonRow | null> {
  if (!isId('user', id)) return null;
  await lockUser(tx, id);
  return findPerson(tx, id);
}
