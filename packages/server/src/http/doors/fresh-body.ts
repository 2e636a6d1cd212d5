import { passkeyAssertion, type HumanRow, type PasskeyAssertion } from '@parley/protocol';

/** Returns whether a call with this body needs a fresh session. */
export function needsFresh({ fresh }: Pick<HumanRow, 'fresh'>, body: unknown): boolean {
  if (fresh === undefined) return false;
  if (fresh === 'always') return true;
  const members = membersOf(body);
  return fresh.some((name) => members.get(name) !== undefined && members.get(name) !== false);
}

/** Returns the password that a body gives for a session that is not fresh. */
export function passwordOf(body: unknown): string | undefined {
  const password = membersOf(body).get('password');
  return typeof password === 'string' ? password : undefined;
}

/** Returns what a passkey signed for a session that is not fresh. */
export function passkeyOf(body: unknown): PasskeyAssertion | undefined {
  return passkeyAssertion.safeParse(membersOf(body).get('passkey')).data;
}

function membersOf(body: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof body === 'object' && body !== null ? Object.entries(body) : []);
}
