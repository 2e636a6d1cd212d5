import { z } from 'zod';
import type { UserId } from '../ids.ts';
import { handle, line, locale, timezone } from '../fields.ts';

/** POST /v1/users. Passwords have 10 to 200 characters. */
export const signUpBody = z.strictObject({
  handle,
  displayName: line(80),
  password: z.string().min(10).max(200),
  locale: locale.optional(),
  timezone: timezone.optional(),
});

/** POST /v1/session. The bounds are wide, so that a wrong password is refused as such and not as malformed. */
export const signInBody = z.strictObject({ handle: z.string().max(1000), password: z.string().max(1000) });

/** PATCH /v1/session: the caller's own profile. */
export const editProfileBody = z.strictObject({
  displayName: line(80).optional(),
  locale: locale.optional(),
  timezone: timezone.optional(),
});

/** A person as they see themselves. */
export interface User {
  readonly userId: UserId;
  readonly handle: string;
  readonly displayName: string;
  readonly locale: string;
  readonly timezone: string;
  readonly createdAt: string;
}

/** A person as others see them. */
export interface Person {
  readonly userId: UserId;
  readonly handle: string;
  readonly displayName: string;
}

export type SignUpBody = z.infer<typeof signUpBody>;
export type SignInBody = z.infer<typeof signInBody>;
export type EditProfileBody = z.infer<typeof editProfileBody>;
