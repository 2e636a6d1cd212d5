import { z } from 'zod';
import { linkToken, signUpBody } from './people.ts';

/**
 * POST /v1/setup. With a session, the token alone: its person becomes the administrator. Without one, also the handle, the name and the
 * password of the administrator to be created.
 */
export const setupBody = z
  .strictObject({ token: linkToken, ...signUpBody.omit({ invitation: true }).partial().shape })
  .meta({ id: 'SetupBody' });

export type SetupBody = z.infer<typeof setupBody>;
