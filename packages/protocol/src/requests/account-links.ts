import { z } from 'zod';
import { bounded } from '../bounded.ts';
import { timestamp } from '../fields.ts';
import { idSchema } from '../ids.ts';
import { emailAddress } from './admin-people.ts';
import { freshProof } from './fresh-proof.ts';
import { linkToken, newPassword } from './people.ts';

/** POST /v1/admin/people/{userId}/password-reset. `password` and `passkey` are for a session that is not fresh. */
export const freshBody = z.strictObject({ ...freshProof }).meta({ id: 'FreshBody' });

/** 201 of POST /v1/admin/people/{userId}/password-reset. */
export const resetLink = z.strictObject({ url: z.string(), expiresAt: timestamp }).meta({ id: 'ResetLink' });

/** POST /v1/password-resets. `identifier`: a handle or a verified mail address. */
export const askResetBody = z.strictObject({ identifier: bounded(254) }).meta({ id: 'AskResetBody' });

/** POST /v1/password-resets/redeem. `keepSignIn`: passkeys and identities stay. */
export const redeemResetBody = z
  .strictObject({ token: linkToken, password: newPassword, keepSignIn: z.boolean().optional() })
  .meta({ id: 'RedeemResetBody' });

/** POST /v1/setup/recover. */
export const recoverBody = z.strictObject({ token: linkToken, password: newPassword }).meta({ id: 'RecoverBody' });

/** POST /v1/session/email. `password` and `passkey` are for a session that is not fresh. */
export const setEmailBody = z.strictObject({ email: emailAddress, ...freshProof }).meta({ id: 'SetEmailBody' });

/** POST /v1/session/email/verify. */
export const verifyEmailBody = z.strictObject({ token: linkToken }).meta({ id: 'VerifyEmailBody' });

/** The kinds of changes of an account that its person is notified of. */
export const noticeKinds = [
  'reset_link_made',
  'email_set',
  'role_changed',
  'export_asked',
  'recovered',
  'identity_linked',
  'agent_transferred',
] as const;

/** A notice to a person about their account. */
export const notice = z
  .strictObject({
    noticeId: idSchema('notice'),
    kind: z.enum(noticeKinds),
    /** Who did it; null for the machine and for the server. */
    by: idSchema('user').nullable(),
    at: timestamp,
  })
  .meta({ id: 'Notice' });

export type AskResetBody = z.infer<typeof askResetBody>;
export type RedeemResetBody = z.infer<typeof redeemResetBody>;
export type ResetLink = z.infer<typeof resetLink>;
export type Notice = z.infer<typeof notice>;
export type NoticeKind = (typeof noticeKinds)[number];
