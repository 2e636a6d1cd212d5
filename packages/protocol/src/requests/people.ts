import { z } from 'zod';
import { chosenName, handle, locale, newHandle, timestamp, timezone } from '../fields.ts';
import { idSchema } from '../ids.ts';

/** POST /v1/users. Passwords have 10 to 200 characters. */
export const signUpBody = z
  .strictObject({
    handle: newHandle,
    displayName: chosenName(80),
    password: z.string().min(10).max(200),
    locale: locale.optional(),
    timezone: timezone.optional(),
  })
  .meta({ id: 'SignUpBody' });

/** POST /v1/session. The bounds are wide, so that a wrong password is refused as such and not as malformed. */
export const signInBody = z
  .strictObject({ handle: z.string().max(1000), password: z.string().max(1000) })
  .meta({ id: 'SignInBody' });

/** PATCH /v1/session: the caller's own profile. */
export const editProfileBody = z
  .strictObject({
    displayName: chosenName(80).optional(),
    locale: locale.optional(),
    timezone: timezone.optional(),
  })
  .meta({ id: 'EditProfileBody' });

/** A person as they see themselves. */
export const user = z
  .strictObject({
    userId: idSchema('user'),
    handle,
    displayName: z.string(),
    locale: z.string(),
    timezone: z.string(),
    createdAt: timestamp,
  })
  .meta({ id: 'User' });

/** A person as others see them. */
export const person = z
  .strictObject({ userId: idSchema('user'), handle, displayName: z.string() })
  .meta({ id: 'Person' });

export type User = z.infer<typeof user>;
export type Person = z.infer<typeof person>;
export type SignUpBody = z.infer<typeof signUpBody>;
export type SignInBody = z.infer<typeof signInBody>;
export type EditProfileBody = z.infer<typeof editProfileBody>;
