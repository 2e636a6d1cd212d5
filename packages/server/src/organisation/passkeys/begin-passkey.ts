import { limits, type PasskeyCreation, type PasskeyRequest } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Caller } from '../../platform/routing/route.ts';
import { challengeMs, makeChallenge } from './challenges.ts';
import { listPasskeys } from './passkey-queries.ts';
import { relyingParty, type RelyingParty } from './relying-party.ts';
import { algorithms } from './webauthn.ts';

type BeginApp = Pick<Core, 'config' | 'storage' | 'clock'>;

/** Returns the relying party, or refuses with `passkeys_unavailable`. */
export function requireParty({ config }: Pick<Core, 'config'>, origin: string): RelyingParty {
  return relyingParty(config, origin) ?? refuse('passkeys_unavailable');
}

/** Returns the options for a new passkey, which this session may answer. */
export async function beginPasskey(app: BeginApp, caller: Caller, origin: string): Promise<PasskeyCreation> {
  const { userId, handle, displayName, proof } = caller;
  const { id } = requireParty(app, origin);
  const known = await listPasskeys(app.storage.db, userId);
  if (known.length >= limits.passkeysPerPerson) refuse('too_many_passkeys');
  const challenge = await makeChallenge(app, { userId, sessionHash: proof.hash });
  return {
    rp: { id, name: 'Parley' },
    user: { id: userHandleOf(userId), name: handle, displayName },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeMs,
    attestation: 'none',
    excludeCredentials: known.map((one) => ({ type: 'public-key', id: one.credential_id.toString('base64url') })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  };
}

/** Returns the options for a sign-in by passkey. They name none: the person chooses at the authenticator. */
export async function beginPasskeySignIn(app: BeginApp, origin: string): Promise<PasskeyRequest> {
  const { id: rpId } = requireParty(app, origin);
  return { rpId, challenge: await makeChallenge(app, null), timeout: challengeMs, userVerification: 'required' };
}

/** Returns the name by which a passkey knows its person: their id, which says nothing about them. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url');
}
