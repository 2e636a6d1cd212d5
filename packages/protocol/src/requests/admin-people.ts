import { z } from 'zod';
import { bounded } from '../bounded.ts';
import { handle, line, timestamp } from '../fields.ts';
import { idSchema } from '../ids.ts';
import { freshProof, isFreshProof } from './fresh-proof.ts';
import { personRoles } from './people.ts';

/** `erasing` and `erased`: what the person said and owned is going, or gone. */
export const personStatuses = ['active', 'disabled', 'erasing', 'erased'] as const;
export type PersonStatus = (typeof personStatuses)[number];

/** A person as administrators see them. */
export const adminPerson = z
  .strictObject({
    userId: idSchema('user'),
    handle,
    displayName: z.string(),
    email: z.string().nullable(),
    emailVerified: z.boolean(),
    role: z.enum(personRoles),
    /** Who gave the role: `manual` or `oidc:<id>`; null for a person whose role was never changed. */
    roleSource: z.string().nullable(),
    status: z.enum(personStatuses),
    createdAt: timestamp,
    /** To the hour; null before the first use. */
    lastSeenAt: timestamp.nullable(),
    /** How the person can sign in: by password, by how many passkeys, by which providers. */
    signIn: z.strictObject({ password: z.boolean(), passkeys: z.int(), providers: z.array(z.string()).readonly() }),
    /** The id under which a directory manages the person; null if none does. */
    externalId: z.string().nullable(),
    /** How many conversations the person is in. */
    conversations: z.int(),
    /** How many agents the person owns, deleted ones not counted. */
    agents: z.int(),
    /** How many bytes of assets the person has uploaded. */
    assetBytes: z.int(),
  })
  .meta({ id: 'AdminPerson' });

/** A mail address: one `local@domain` of at most 254 characters without quotes, comma, control or white space; kept in lower case. */
export const emailAddress = bounded(254)
  .regex(/^[^\s"',@\p{Cc}]+@[^\s"',@\p{Cc}]+$/u, { message: 'This is not a mail address, such as ada@example.org.' })
  .toLowerCase();

/** PATCH /v1/admin/people/{userId}: at least one change. `password` and `passkey` are for a session that is not fresh. */
export const changePersonBody = z
  .strictObject({
    role: z.enum(personRoles).optional(),
    status: z.enum(['active', 'disabled']).optional(),
    displayName: line(80).optional(),
    email: emailAddress.nullable().optional(),
    ...freshProof,
  })
  .refine((body) => Object.entries(body).some(([name, value]) => !isFreshProof(name) && value !== undefined), {
    message: 'Change at least one of role, status, displayName and email.',
  })
  .meta({ id: 'ChangePersonBody' });

export type ChangePersonBody = z.infer<typeof changePersonBody>;
export type AdminPerson = z.infer<typeof adminPerson>;
