import { randomBytes } from 'node:crypto';
import { cleanLine, handleFault, nameFault, newId, type UserId } from '@parley/protocol';
import { setEmail, setVerifiedEmail } from '../../accounts/users/account-queries.ts';
import { noPassword } from '../../accounts/users/password.ts';
import { acceptedLanguages, preferencesOf } from '../../accounts/users/preferences.ts';
import { insertUser, type UserRow } from '../../accounts/users/queries.ts';
import type { SignUpGate } from '../../accounts/users/sign-up.ts';
import { hashToken } from '../../accounts/users/start-session.ts';
import type { TranscriptWork } from '../../chat/conversations/transcript-work.ts';
import type { RequestHeaders } from '../../platform/routing/route.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import { findUsable } from '../invitations/invitation-queries.ts';
import { gateOfInvitation } from '../sign-up/sign-up-gate.ts';
import { isOfDomain, type Claims } from './claims.ts';
import { stop, type FinishApp } from './finish.ts';
import type { Flow } from './flow.ts';
import type { Provider } from './provider.ts';

const nameCharacters = 80;
const handleCharacters = 32;

/** A browser that comes back from a provider. */
export interface Coming {
  readonly flow: Flow;
  readonly headers: RequestHeaders;
}

/** Makes a new person of what a provider says. Stops with `signup_closed` where neither sign-up nor the provider lets them in. */
export async function signUpByClaims(
  app: FinishApp,
  work: TranscriptWork,
  { entry }: Provider,
  claims: Claims,
  { flow: { invitation }, headers }: Coming,
): Promise<UserId> {
  const gate = await findGate(app, work.tx, invitation);
  if (gate === null && app.config.signup !== 'open' && !isOfDomain(entry, claims)) return stop('signup_closed');
  await gate?.enter(work.tx);
  const { user_id: userId } = await insertNew(work, claims, headers['accept-language'], app.clock.now());
  await work.audit('user.signed_up', { providerId: entry.id }, userId);
  await gate?.settle(work, userId);
  if (claims.email !== null) {
    if (!claims.isEmailVerified) await setEmail(work.tx, userId, claims.email);
    else if (!(await setVerifiedEmail(work.tx, userId, claims.email))) return stop('email_taken');
  }
  return userId;
}

/** Returns the gate of an invitation, or null. One that cannot be used keeps nobody out whom sign-up or the provider lets in. */
async function findGate(app: FinishApp, tx: Tx, invitation: string | null): Promise<SignUpGate | null> {
  if (invitation === null || app.config.signup === 'closed') return null;
  const isUsable = await findUsable(tx, hashToken(invitation), new Date(app.clock.now()));
  return isUsable === null ? null : gateOfInvitation(app, invitation);
}

async function insertNew(
  { tx }: TranscriptWork,
  claims: Claims,
  acceptLanguage: string | undefined,
  nowMs: number,
): Promise<UserRow> {
  const preferences = preferencesOf([claims.language, ...acceptedLanguages(acceptLanguage)], claims.timezone);
  for (const handle of handlesOf(claims)) {
    const user: UserRow = {
      user_id: newId('user', nowMs),
      handle,
      display_name: nameOf(claims, handle),
      password_hash: noPassword,
      ...preferences,
      created_at: new Date(nowMs),
    };
    if (await insertUser(tx, user)) return user;
  }
  throw new Error('No handle is free for a new person.');
}

/** So much of a claim is read; normalization takes time that grows faster than its text. */
const claimCharacters = 1_000;

/** Returns handles for a new person: what the provider calls them, then with a number, then with random letters. */
function handlesOf({ handles }: Claims): string[] {
  const base = handles.map(asHandle).find((text) => text !== null) ?? 'person';
  const random = randomBytes(4).toString('hex');
  return [base, ...[2, 3, 4, 5].map(String).map((end) => joined(base, end)), joined(base, random)].filter(
    (handle) => handleFault(handle) === null,
  );
}

function joined(base: string, end: string): string {
  return `${base.slice(0, handleCharacters - end.length - 1)}-${end}`;
}

function asHandle(text: string): string | null {
  const plain = (text.slice(0, claimCharacters).split('@')[0] ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase();
  const made = plain
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .replaceAll(/^[-_]+|[-_]+$/g, '')
    .slice(0, handleCharacters);
  return made.length < 2 || handleFault(made) !== null ? null : made;
}

function nameOf({ name }: Claims, handle: string): string {
  const clean = [...cleanLine((name ?? '').slice(0, claimCharacters))].slice(0, nameCharacters).join('').trim();
  return clean === '' || nameFault(clean) !== null ? handle : clean;
}
