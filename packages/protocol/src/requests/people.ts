import { z } from 'zod';
import { chosenName, chosenTitle, handle, line, locale, newHandle, timestamp, timezone } from '../fields.ts';
import { idSchema } from '../ids.ts';
import { limits } from '../limits.ts';
import { freshProof } from './fresh-proof.ts';

/** The token behind the `#` of a link. The bound is wide, so that a wrong token gets the refusal for unusable links. */
export const linkToken = z.string().min(1).max(200);

/** A password that a person chooses: 10 to 200 characters. */
export const newPassword = z.string().min(10).max(200);

/** POST /v1/users. */
export const signUpBody = z
  .strictObject({
    handle: newHandle,
    displayName: chosenName(80),
    password: newPassword,
    locale: locale.optional(),
    timezone: timezone.optional(),
    /** The token behind the `#` of an invitation's link. */
    invitation: linkToken.optional(),
  })
  .meta({ id: 'SignUpBody' });

/**
 * POST /v1/session. The bounds are wide, so that a wrong password gets the refusal for a failed sign-in, not the one for a malformed
 * request.
 */
export const signInBody = z
  .strictObject({ handle: z.string().max(1000), password: z.string().max(1000) })
  .meta({ id: 'SignInBody' });

/** PATCH /v1/session: the caller's own profile. The server checks a display name against the rules for new names only if it changes. */
export const editProfileBody = z
  .strictObject({
    displayName: line(80).optional(),
    locale: locale.optional(),
    timezone: timezone.optional(),
  })
  .meta({ id: 'EditProfileBody' });

/** What a person is on this server. */
export const personRoles = ['member', 'admin'] as const;

/** A person as they see themselves. Others never see `role`, `email` and `emailVerified`. */
export const user = z
  .strictObject({
    userId: idSchema('user'),
    handle,
    displayName: z.string(),
    locale: z.string(),
    timezone: z.string(),
    createdAt: timestamp,
    role: z.enum(personRoles),
    /** In lower case; null if none is known. */
    email: z.string().nullable(),
    /** Whether the person has shown that mail to this address reaches them. */
    emailVerified: z.boolean(),
  })
  .meta({ id: 'User' });

/** A person as others see them. */
export const person = z
  .strictObject({ userId: idSchema('user'), handle, displayName: z.string() })
  .meta({ id: 'Person' });

/**
 * PUT /v1/session/password. The bound of `currentPassword` is wide, so that a wrong one gets the refusal for a wrong password. Credentials
 * that access tokens created are revoked unless `keepCredentials` is true.
 */
export const changePasswordBody = z
  .strictObject({
    currentPassword: z.string().max(1000),
    newPassword,
    keepCredentials: z.boolean().optional(),
  })
  .meta({ id: 'ChangePasswordBody' });

/** An active session of the caller. */
export const session = z
  .strictObject({
    sessionId: idSchema('session'),
    createdAt: timestamp,
    /** Exact to a minute. */
    lastUsedAt: timestamp,
    /** The `User-Agent` header of the sign-in, at most 200 characters; null if there was none. */
    userAgent: z.string().nullable(),
    /** Whether it is the session of this request. */
    current: z.boolean(),
  })
  .meta({ id: 'Session' });

/**
 * POST /v1/tokens: a token that is valid until it is deleted, or for 1 to 365 days. A token with `admin` also calls routes of
 * administrators; it lasts 1 to 90 days.
 */
export const createTokenBody = z
  .strictObject({
    name: chosenTitle(80),
    expiresInDays: z.int().min(1).max(limits.tokenDaysMax).optional(),
    admin: z.boolean().optional(),
    ...freshProof,
  })
  .refine(({ admin, expiresInDays = Infinity }) => admin !== true || expiresInDays <= limits.adminTokenDaysMax, {
    path: ['expiresInDays'],
    message: `A token for administration lasts at most ${limits.adminTokenDaysMax} days.`,
  })
  .meta({ id: 'CreateTokenBody' });

/** An access token, with which a program acts for the caller; without its secret. */
export const accessToken = z
  .strictObject({
    tokenId: idSchema('token'),
    name: z.string(),
    /** Whether it calls routes of administrators too. */
    admin: z.boolean(),
    createdAt: timestamp,
    /** Exact to a minute; null before the first use. */
    lastUsedAt: timestamp.nullable(),
    /** Null if the token is valid until it is deleted. */
    expiresAt: timestamp.nullable(),
  })
  .meta({ id: 'AccessToken' });

/** 201 of POST /v1/tokens. The token, `pat_` and 32 random bytes in base64url, is shown only once. */
export const createdToken = z
  .strictObject({ item: accessToken, token: z.string().regex(/^pat_[A-Za-z0-9_-]{43}$/) })
  .meta({ id: 'CreatedToken' });

/** A person that the caller has blocked. */
export const blockedPerson = person.extend({ blockedAt: timestamp }).meta({ id: 'BlockedPerson' });

export type PersonRole = (typeof personRoles)[number];
export type User = z.infer<typeof user>;
export type Person = z.infer<typeof person>;
export type SignUpBody = z.infer<typeof signUpBody>;
export type SignInBody = z.infer<typeof signInBody>;
export type EditProfileBody = z.infer<typeof editProfileBody>;
export type ChangePasswordBody = z.infer<typeof changePasswordBody>;
export type Session = z.infer<typeof session>;
export type CreateTokenBody = z.infer<typeof createTokenBody>;
export type AccessToken = z.infer<typeof accessToken>;
export type CreatedToken = z.infer<typeof createdToken>;
export type BlockedPerson = z.infer<typeof blockedPerson>;
