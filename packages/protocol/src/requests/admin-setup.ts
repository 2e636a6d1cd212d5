import { z } from 'zod';
import { chosenName, locale, newHandle, timezone } from '../fields.ts';

/** The token behind the `#` of a link. The bound is wide, so that a wrong token gets the refusal for unusable links. */
export const linkToken = z.string().min(1).max(200);

/**
 * POST /v1/setup. With a session, the token alone: its person becomes the administrator. Without one, also the handle, the name and the
 * password of the administrator to be created.
 */
export const setupBody = z
  .strictObject({
    token: linkToken,
    handle: newHandle.optional(),
    displayName: chosenName(80).optional(),
    password: z.string().min(10).max(200).optional(),
    locale: locale.optional(),
    timezone: timezone.optional(),
  })
  .meta({ id: 'SetupBody' });

export type SetupBody = z.infer<typeof setupBody>;
