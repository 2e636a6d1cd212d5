import type { PersonRow } from '../../accounts/users/people-queries.ts';
import type { ScimRow } from './scim-queries.ts';
import { userUrn } from './user-schema.ts';

/** A person whom directories see. `scim` is null for one whom no directory provisions. */
export interface Provisioned {
  readonly person: PersonRow;
  readonly scim: ScimRow | null;
}

/** An entry of `emails`. */
export interface ScimEmail {
  readonly value?: string;
  readonly type?: string;
  readonly primary?: boolean;
}

/** The attributes of a user that this server keeps. */
export interface UserAttributes {
  readonly userName: string;
  readonly externalId?: string;
  readonly displayName?: string;
  readonly name?: { readonly formatted?: string; readonly givenName?: string; readonly familyName?: string };
  readonly active?: boolean;
  readonly emails?: readonly ScimEmail[];
}

/** Returns what a `userName` is compared by. */
export function userNameKey(userName: string): string {
  return userName.normalize('NFC').toLowerCase();
}

/** Returns a person's attributes. Someone whom no directory provisions has their handle as `userName`. */
export function attributesOf({ person, scim }: Provisioned): UserAttributes {
  const email = person.email_verified ? person.email : null;
  return {
    userName: scim?.user_name ?? person.handle,
    ...(scim?.external_id != null && { externalId: scim.external_id }),
    displayName: person.display_name,
    name: {
      formatted: scim?.formatted_name ?? person.display_name,
      ...(scim?.given_name != null && { givenName: scim.given_name }),
      ...(scim?.family_name != null && { familyName: scim.family_name }),
    },
    active: person.status === 'active',
    ...(email !== null && { emails: [{ value: email, type: 'work', primary: true }] }),
  };
}

/** Presents a person to a directory. `base` is the address of the door. */
export function presentScimUser(
  provisioned: Provisioned,
  base: string,
): { readonly id: string } & Record<string, unknown> {
  const { person, scim } = provisioned;
  const { user_id: id, created_at: created } = person;
  return {
    schemas: [userUrn],
    id,
    ...attributesOf(provisioned),
    meta: {
      resourceType: 'User',
      created: created.toISOString(),
      lastModified: (scim?.changed_at ?? created).toISOString(),
      location: `${base}/Users/${id}`,
    },
  };
}
