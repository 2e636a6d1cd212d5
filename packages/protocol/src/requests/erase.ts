import { z } from 'zod';
import { bounded } from '../bounded.ts';
import { freshProof } from './fresh-proof.ts';

/**
 * POST /v1/admin/people/{userId}/erase and POST /v1/session/erase: `confirm` is the person’s handle. `password` and `passkey`
 * are for a session that is not fresh.
 */
export const eraseBody = z.strictObject({ confirm: bounded(64), ...freshProof }).meta({ id: 'EraseBody' });
