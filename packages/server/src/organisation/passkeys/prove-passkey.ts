import type { PasskeyAssertion, UserId } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import { userHandleOf } from './begin-passkey.ts';
import { takeSigned } from './challenges.ts';
import { findCredential, markUsed, type CredentialRow } from './passkey-queries.ts';
import { relyingParty, type RelyingParty } from './relying-party.ts';
import { verifyAssertion } from './webauthn.ts';

type ProveApp = Pick<Core, 'config' | 'storage' | 'clock' | 'log'>;

/** What a passkey signed, verified but for the counter. */
export interface Proven {
  readonly credential: CredentialRow;
  readonly counter: number;
}

/** Returns the passkey that a response names, whether or not it signed anything. */
export function findNamed({ storage }: Pick<Core, 'storage'>, { id }: PasskeyAssertion): Promise<CredentialRow | null> {
  return findCredential(storage.db, Buffer.from(id, 'base64url'));
}

/** Verifies what a passkey signed of the options of a sign-in, which are used up. Returns null if it proves nothing. */
export async function provePasskey(
  app: ProveApp,
  party: RelyingParty,
  response: PasskeyAssertion,
  credential: CredentialRow | null,
): Promise<Proven | null> {
  const { clientDataJSON, userHandle } = response.response;
  const challenge = await takeSigned(app, clientDataJSON, null);
  if (challenge === null || credential === null) return null;
  if (credential.rp_id !== party.id || userHandle !== userHandleOf(credential.user_id)) return null;
  const counter = await verifyAssertion(party, challenge, response, credential);
  return counter === null ? null : { credential, counter };
}

/**
 * Records the use of a passkey. Returns false if it is gone or its counter went back: then there are two authenticators
 * with its key, and nobody can tell which is the person's.
 */
export async function usePasskey(
  { clock, log }: Pick<ProveApp, 'clock' | 'log'>,
  db: Db | Tx,
  { credential: { passkey_id: passkeyId }, counter }: Proven,
): Promise<boolean> {
  if (await markUsed(db, passkeyId, counter, new Date(clock.now()))) return true;
  log.warn({ passkeyId, counter }, 'passkey refused: its counter went back, or it was deleted');
  return false;
}

/** Returns whether a passkey of this person signed the options of a sign-in: then their session counts as fresh. */
export async function isProvenBy(
  app: ProveApp,
  userId: UserId,
  origin: string,
  response: PasskeyAssertion,
): Promise<boolean> {
  const party = relyingParty(app.config, origin);
  if (party === null) return false;
  const proven = await provePasskey(app, party, response, await findNamed(app, response));
  return proven?.credential.user_id === userId && (await usePasskey(app, app.storage.db, proven));
}
