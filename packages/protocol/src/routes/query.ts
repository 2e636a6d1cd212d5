import { z } from 'zod';
import { limits } from '../limits.ts';

/** `?limit=`: a whole number from 1 on, of any number of digits; more than `most` means `most`. */
export const pageLimit = ({ normally, most }: { readonly normally: number; readonly most: number }) =>
  wholeNumber('limit is a whole number from 1 on.', { min: 1, max: most })
    .default(normally)
    .meta({
      type: 'integer',
      minimum: 1,
      description: `Items a page: ${normally} where nothing is said, at most ${most}.`,
    });

/** A `seq` in the query, from 0 on. */
export const seqQuery = (name: string, description: string) =>
  wholeNumber(`${name} is the seq of a message, a whole number.`, { min: 0, max: limits.seqMax })
    .optional()
    .meta({ type: 'integer', minimum: 0, description });

/** One of a closed set in the query. */
export const choiceQuery = <const Choice extends string>(
  name: string,
  choices: readonly Choice[],
  description: string,
) =>
  z
    .enum(choices, { error: `${name} is one of ${choices.join(', ')}.` })
    .optional()
    .meta({ description });

/** Any text in the query; what it has to be is judged by the route. */
export const textQuery = (description: string) => z.string().optional().meta({ description });

/** Words that are searched for, without which there is nothing to answer; the route judges them, so that it can say what is wrong. */
export const wordsQuery = (description: string) =>
  neededQuery(description, { minLength: 1, maxLength: limits.searchQueryCharacters });

/** Text in the query without which the route refuses; it is optional to the type, as a query may lack it. */
export const neededQuery = (
  description: string,
  bounds: { readonly minLength?: number; readonly maxLength?: number } = {},
) =>
  z
    .string()
    .optional()
    .meta({ description, ...bounds, isNeeded: true });

/** What every paged list reads. */
export const pageQuery = z.object({
  limit: pageLimit({ normally: limits.pageItemsDefault, most: limits.pageItemsMax }),
  cursor: textQuery('Where the page before ended: its nextCursor.'),
});

function wholeNumber(message: string, { min, max }: { readonly min: number; readonly max: number }) {
  return z.string().transform((text, context) => {
    if (/^\d+$/.test(text) && Number(text) >= min) return Math.min(Number(text), max);
    context.issues.push({ code: 'custom', message, input: text });
    return z.NEVER;
  });
}
