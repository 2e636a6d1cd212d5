import { z } from 'zod';

/**
 * Returns the schema of a string of at most `max` Unicode code points, counted as sent. A longer string fails before any other check of the
 * field, because normalizing it, parsing it as a `URL` or looking it up could take too long. Every request string with a check beyond its
 * length starts with this one.
 */
export const bounded = (max: number) => z.string().max(max, { abort: true });
