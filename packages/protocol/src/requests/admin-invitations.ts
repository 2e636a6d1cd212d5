import { z } from 'zod';
import { timestamp } from '../fields.ts';
import { idSchema } from '../ids.ts';
import { emailAddress } from './admin-people.ts';
import { freshProof } from './fresh-proof.ts';
import { personRoles } from './people.ts';

/** POST /v1/admin/invitations. `password` and `passkey` are for a session that is not fresh, which a role needs. */
export const inviteBody = z
  .strictObject({
    email: emailAddress.optional(),
    role: z.enum(personRoles).optional(),
    expiresInDays: z.int().min(1).max(30).optional(),
    ...freshProof,
  })
  .meta({ id: 'InviteBody' });

/** An invitation, without its token. */
export const invitation = z
  .strictObject({
    invitationId: idSchema('invitation'),
    /** The address that the person gets, not verified; null if none was given. */
    email: z.string().nullable(),
    role: z.enum(personRoles),
    createdBy: idSchema('user'),
    createdAt: timestamp,
    expiresAt: timestamp,
    /** Who signed up with it; null while nobody has. */
    usedBy: idSchema('user').nullable(),
    revokedAt: timestamp.nullable(),
  })
  .meta({ id: 'Invitation' });

/** 201 of POST /v1/admin/invitations. The link is shown this once. `mailed`: whether the server mailed it. */
export const madeInvitation = z
  .strictObject({ item: invitation, url: z.string(), mailed: z.boolean() })
  .meta({ id: 'MadeInvitation' });

export type InviteBody = z.infer<typeof inviteBody>;
export type Invitation = z.infer<typeof invitation>;
export type MadeInvitation = z.infer<typeof madeInvitation>;
