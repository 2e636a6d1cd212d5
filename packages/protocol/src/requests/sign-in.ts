import { z } from 'zod';
import { bounded } from '../bounded.ts';
import { timestamp } from '../fields.ts';
import { idSchema } from '../ids.ts';
import { freshProof } from './fresh-proof.ts';

/** A way of signing in that this server offers. `id` names the provider of an `oidc` method, else it is the kind. */
export const signInMethod = z
  .strictObject({ id: z.string(), kind: z.enum(['password', 'passkey', 'oidc']), name: z.string() })
  .meta({ id: 'SignInMethod' });

/** Why a sign-in by a provider failed: `/sign-in?error=` has one of these. */
export const signInErrors = [
  'signup_closed',
  'account_disabled',
  'group_required',
  'identity_taken',
  'email_taken',
  'state_invalid',
  'provider_error',
] as const;

/** POST /v1/session/identities. `password` and `passkey` are for a session that is not fresh. */
export const linkIdentityBody = z
  .strictObject({ providerId: bounded(32), ...freshProof })
  .meta({ id: 'LinkIdentityBody' });

/** 201 of POST /v1/session/identities: where the browser goes next. */
export const identityLink = z.strictObject({ url: z.string() }).meta({ id: 'IdentityLink' });

/** An account at a provider by which a person signs in. */
export const identity = z
  .strictObject({
    identityId: idSchema('identity'),
    providerId: z.string(),
    issuer: z.string(),
    linkedAt: timestamp,
  })
  .meta({ id: 'Identity' });

/** An identity that waits to be linked by the session that asked for it. */
export const pendingIdentity = z
  .strictObject({
    identityId: idSchema('identity'),
    providerId: z.string(),
    issuer: z.string(),
    /** What the provider calls the account: its mail address, its name there, or its subject. */
    account: z.string(),
    expiresAt: timestamp,
  })
  .meta({ id: 'PendingIdentity' });

export type SignInMethod = z.infer<typeof signInMethod>;
export type SignInError = (typeof signInErrors)[number];
export type LinkIdentityBody = z.infer<typeof linkIdentityBody>;
export type IdentityLink = z.infer<typeof identityLink>;
export type Identity = z.infer<typeof identity>;
export type PendingIdentity = z.infer<typeof pendingIdentity>;
