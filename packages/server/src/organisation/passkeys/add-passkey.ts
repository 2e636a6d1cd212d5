import { limits, newId, type AddPasskeyBody, type Passkey } from '@parley/protocol';
import { findAccount } from '../../accounts/users/account-queries.ts';
import { lockUser } from '../../accounts/users/queries.ts';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Caller } from '../../platform/routing/route.ts';
import { tellOf } from '../notices/tell-of.ts';
import { requireParty } from './begin-passkey.ts';
import { takeSigned } from './challenges.ts';
import { insertPasskey, listPasskeys } from './passkey-queries.ts';
import { presentPasskey } from './present.ts';
import { verifyAttestation } from './webauthn.ts';

/** Adds a passkey that was made by the options of this session. The options are used up, whatever comes of it. */
export async function addPasskey(
  app: Pick<Core, 'config' | 'storage' | 'commit' | 'clock' | 'secrets'>,
  { userId, proof }: Caller,
  { response, name }: AddPasskeyBody,
  origin: string,
): Promise<Passkey> {
  const party = requireParty(app, origin);
  const challenge = await takeSigned(app, response.response.clientDataJSON, { userId, sessionHash: proof.hash });
  const made = challenge === null ? null : await verifyAttestation(party, challenge, response);
  if (made === null) return refuseInvalid();
  return app.commit(async (work) => {
    const { tx, audit } = work;
    await lockUser(tx, userId);
    if ((await findAccount(tx, userId)).disabled_at !== null) refuseInvalid();
    if ((await listPasskeys(tx, userId)).length >= limits.passkeysPerPerson) refuse('too_many_passkeys');
    const nowMs = app.clock.now();
    const row = {
      passkey_id: newId('passkey', nowMs),
      user_id: userId,
      credential_id: made.credentialId,
      public_key: made.publicKey,
      counter: made.counter,
      rp_id: party.id,
      name,
      created_at: new Date(nowMs),
      last_used_at: null,
    };
    if (!(await insertPasskey(tx, row))) refuseInvalid();
    await audit('passkey.added', { passkeyId: row.passkey_id });
    await tellOf(work, app, [userId], { kind: 'identity_linked', by: userId });
    return presentPasskey(row);
  });
}

function refuseInvalid(): never {
  return refuse('passkey_invalid', { path: '/response' });
}
