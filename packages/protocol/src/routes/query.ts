import { z } from 'zod';
import { bounded } from '../bounded.ts';
import { limits } from '../limits.ts';

/** The limit of the whole request head, so no query is longer. */
const queryCharacters = 16 * 1024;

/** OpenAPI type of a whole number; the number of digits has no limit. */
const integer = { type: 'integer', maxLength: undefined } as const;

/** `?limit=`: a whole number of at least 1, of any number of digits; a value above `most` counts as `most`. */
export const pageLimit = ({ normally, most }: { readonly normally: number; readonly most: number }) =>
  wholeNumber('limit is a whole number from 1 on.', { min: 1, max: most })
    .default(normally)
    .meta({
      ...integer,
      minimum: 1,
      description: `Items a page: ${normally} where nothing is said, at most ${most}.`,
    });

/** A `seq` in the query, at least 0. */
export const seqQuery = (name: string, description: string) =>
  wholeNumber(`${name} is the seq of a message, a whole number.`, { min: 0, max: limits.seqMax })
    .optional()
    .meta({ ...integer, minimum: 0, description });

/** A value of a closed set in the query. */
export const choiceQuery = <const Choice extends string>(
  name: string,
  choices: readonly Choice[],
  description: string,
) =>
  z
    .enum(choices, { error: `${name} is one of ${choices.join(', ')}.` })
    .optional()
    .meta({ description });

/** A month in the query, such as 2026-01. */
export const monthQuery = (description: string) =>
  bounded(7)
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'month is a year and a month, such as 2026-01.' })
    .optional()
    .meta({ description });

/** A point in time in the query, in UTC or with an offset. */
export const timeQuery = (name: string, description: string) =>
  bounded(40)
    .check(z.iso.datetime({ offset: true, error: `${name} is a time, such as 2026-11-26T09:00:00Z.` }))
    .optional()
    .meta({ description });

/** An id in the query, of any kind. One that names nothing finds nothing. */
export const idQuery = (description: string) => bounded(64).optional().meta({ description });

/** Any text in the query; the route validates it. */
export const textQuery = (description: string) => z.string().optional().meta({ description });

/** Required search words. The route validates them, so that its refusal can name the problem. */
export const wordsQuery = (description: string) =>
  neededQuery(description, { minLength: 1, maxLength: limits.searchQueryCharacters });

/** Required text in the query. Optional in the type, so that the route itself can refuse a query without it. */
export const neededQuery = (
  description: string,
  bounds: { readonly minLength?: number; readonly maxLength?: number } = {},
) =>
  z
    .string()
    .optional()
    .meta({ description, ...bounds, isNeeded: true });

/** The query of every list with pages. */
export const pageQuery = z.object({
  limit: pageLimit({ normally: limits.pageItemsDefault, most: limits.pageItemsMax }),
  cursor: textQuery('Where the page before ended: its nextCursor.'),
});

function wholeNumber(message: string, { min, max }: { readonly min: number; readonly max: number }) {
  return bounded(queryCharacters).transform((text, context) => {
    if (/^\d+$/.test(text) && Number(text) >= min) return Math.min(Number(text), max);
    context.issues.push({ code: 'custom', message, input: text });
    return z.NEVER;
  });
}
