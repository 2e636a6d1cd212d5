import { z } from 'zod';
import { bounded } from '../bounded.ts';
import { givenPassword } from './people.ts';

/**
 * POST /v1/admin/people/{userId}/erase and POST /v1/session/erase: `confirm` is the person’s handle. `password` is for a session that is
 * not fresh.
 */
export const eraseBody = z
  .strictObject({ confirm: bounded(64), password: givenPassword.optional() })
  .meta({ id: 'EraseBody' });
