import { randomBytes } from 'node:crypto';
import { limits } from '@parley/protocol';
import { hashToken } from '../../accounts/users/start-session.ts';
import type { Core } from '../../platform/routing/core.ts';
import { insertChallenge, takeChallenge, type Holder } from './challenge-queries.ts';

export const challengeMs = limits.passkeyMinutes * 60_000;

/** Challenges of one person that wait. One more ends the oldest. */
const mostOfPerson = 10;
/** Challenges of sign-ins that wait. One more ends the oldest, so a flood of them makes them short-lived. */
const mostOfSignIns = 5000;

/** Makes a challenge for a passkey, for all servers, for 5 minutes. The database has its hash. */
export async function makeChallenge(
  { storage, clock }: Pick<Core, 'storage' | 'clock'>,
  holder: Holder,
): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  const expiresAt = new Date(clock.now() + challengeMs);
  const kept = { hash: hashToken(challenge), holder, expiresAt };
  await storage.transaction((tx) => insertChallenge(tx, kept, holder === null ? mostOfSignIns : mostOfPerson));
  return challenge;
}

/** Uses up the challenge that was signed, and returns it. Returns null if this holder has none such. */
export async function takeSigned(
  { storage, clock }: Pick<Core, 'storage' | 'clock'>,
  clientDataJson: string,
  holder: Holder,
): Promise<string | null> {
  const challenge = challengeIn(clientDataJson);
  if (challenge === null) return null;
  const isTaken = await takeChallenge(storage.db, hashToken(challenge), holder, new Date(clock.now()));
  return isTaken ? challenge : null;
}

function challengeIn(clientDataJson: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString()) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}
