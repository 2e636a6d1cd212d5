import type { PasskeyAssertion, PasskeyAttestation } from '@parley/protocol';
import type { CredentialRow } from './passkey-queries.ts';
import type { RelyingParty } from './relying-party.ts';

/** EdDSA, ES256 and RS256, by their COSE numbers. */
export const algorithms = [-8, -7, -257];

/** A credential that an authenticator made. */
export interface MadeCredential {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
}

/**
 * Verifies a new credential. Returns null unless it was made for this challenge, origin and host, by an authenticator that
 * verified its person.
 */
export function verifyAttestation(
  party: RelyingParty,
  challenge: string,
  response: PasskeyAttestation,
): Promise<MadeCredential | null> {
  return orNull(async () => {
    const { verifyRegistrationResponse } = await load();
    if (await hasCertificate(response)) return null;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { credentialId: Buffer.from(id, 'base64url'), publicKey: Buffer.from(publicKey), counter };
  });
}

/**
 * Verifies what a credential signed. Returns its counter, which the caller compares with the last one; or null unless it
 * was signed by this credential for this challenge, origin and host, by an authenticator that verified its person.
 */
export function verifyAssertion(
  party: RelyingParty,
  challenge: string,
  response: PasskeyAssertion,
  { credential_id: credentialId, public_key: publicKey }: Pick<CredentialRow, 'credential_id' | 'public_key'>,
): Promise<number | null> {
  return orNull(async () => {
    const { verifyAuthenticationResponse } = await load();
    const { userHandle, ...signed } = response.response;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...response,
        response: { ...signed, ...(userHandle !== undefined && { userHandle }) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id: credentialId.toString('base64url'), publicKey: new Uint8Array(publicKey), counter: 0 },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : null;
  });
}

/** Loaded when the first passkey is used, because it is large. */
const load = () => import('@simplewebauthn/server');

/** Nobody asks for certificates of authenticators, and verifying one can make the server fetch an address that it names. */
async function hasCertificate({ response: { attestationObject } }: PasskeyAttestation): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const format = decoded.get('fmt');
  return format !== 'none' && (format !== 'packed' || decoded.get('attStmt').get('x5c') !== undefined);
}

/** The library throws for whatever does not fit. */
async function orNull<T>(verify: () => Promise<T | null>): Promise<T | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}
