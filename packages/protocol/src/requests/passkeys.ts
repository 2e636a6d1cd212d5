import { z } from 'zod';
import { bounded } from '../bounded.ts';
import { shownLine, timestamp } from '../fields.ts';
import { idSchema } from '../ids.ts';

const base64url = (max: number) => bounded(max).regex(/^[A-Za-z0-9_-]+$/);

/** The id of a credential has at most 1,023 bytes. */
const credentialId = base64url(1364);

/** What a browser made of the options for a new passkey, in the JSON form of WebAuthn. Its other members are ignored. */
export const passkeyAttestation = z
  .object({
    id: credentialId,
    rawId: credentialId,
    type: z.literal('public-key'),
    response: z.object({ clientDataJSON: base64url(4096), attestationObject: base64url(16_384) }),
  })
  .meta({ id: 'PasskeyAttestation' });

/**
 * What a passkey signed of the options for a sign-in, in the JSON form of WebAuthn. Its other members are ignored. Without `userHandle`
 * it signs nobody in.
 */
export const passkeyAssertion = z
  .object({
    id: credentialId,
    rawId: credentialId,
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: base64url(4096),
      authenticatorData: base64url(4096),
      signature: base64url(8192),
      userHandle: base64url(100).optional(),
    }),
  })
  .meta({ id: 'PasskeyAssertion' });

/** POST /v1/passkeys. */
export const addPasskeyBody = z
  .strictObject({ response: passkeyAttestation, name: shownLine(80) })
  .meta({ id: 'AddPasskeyBody' });

/** POST /v1/session/passkey. */
export const passkeySignInBody = z.strictObject({ response: passkeyAssertion }).meta({ id: 'PasskeySignInBody' });

/** The options for `navigator.credentials.create`, in the JSON form of WebAuthn. */
export const passkeyCreation = z
  .strictObject({
    rp: z.strictObject({ id: z.string(), name: z.string() }),
    user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.strictObject({ type: z.literal('public-key'), alg: z.int() })).readonly(),
    timeout: z.int(),
    attestation: z.literal('none'),
    excludeCredentials: z.array(z.strictObject({ type: z.literal('public-key'), id: z.string() })).readonly(),
    authenticatorSelection: z.strictObject({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
  })
  .meta({ id: 'PasskeyCreation' });

/** The options for `navigator.credentials.get`, in the JSON form of WebAuthn. */
export const passkeyRequest = z
  .strictObject({
    rpId: z.string(),
    challenge: z.string(),
    timeout: z.int(),
    userVerification: z.literal('required'),
  })
  .meta({ id: 'PasskeyRequest' });

/** A passkey by which a person signs in. */
export const passkey = z
  .strictObject({
    passkeyId: idSchema('passkey'),
    name: z.string(),
    createdAt: timestamp,
    /** Null until it is used. */
    lastUsedAt: timestamp.nullable(),
  })
  .meta({ id: 'Passkey' });

export type PasskeyAttestation = z.infer<typeof passkeyAttestation>;
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>;
export type AddPasskeyBody = z.infer<typeof addPasskeyBody>;
export type PasskeySignInBody = z.infer<typeof passkeySignInBody>;
export type PasskeyCreation = z.infer<typeof passkeyCreation>;
export type PasskeyRequest = z.infer<typeof passkeyRequest>;
export type Passkey = z.infer<typeof passkey>;
