import { z } from 'zod';

/** The schemas of fields that several requests share. Lengths count Unicode code points. */

/** `^[a-z0-9][a-z0-9_-]{1,31}$`: the handle of a person or an agent. The two have separate spaces. */
export const handle = z.string().regex(/^[a-z0-9][a-z0-9_-]{1,31}$/);

/** The name of a scope, such as `proactive.message`. */
export const scopeName = z
  .string()
  .max(200)
  .regex(/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/);

/** An IANA time zone that this runtime knows, such as `Europe/Zurich`. */
export const timezone = z
  .string()
  .min(1)
  .max(64)
  .refine(isTimezone, { message: 'This is not a time zone that the server knows, such as Europe/Zurich.' });

/** A BCP 47 language tag, such as `en` or `de-CH`. */
export const locale = z
  .string()
  .min(1)
  .max(35)
  .refine(isLocale, { message: 'This is not a language tag, such as en or de-CH.' });

/** A display name or a title: 1 to `max` characters, with no control characters in it. */
export const line = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}]*$/u, { message: 'This field holds a control character.' })
    .refine((text) => text.trim() !== '', { message: 'This field is blank.' });

/** A time as the platform writes it: ISO 8601 in UTC with milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 });

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
