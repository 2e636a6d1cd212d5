import { z } from 'zod';
import { hasStrayCharacter, isBlank, isReserved } from './names.ts';

/** The schemas of fields that several requests share. Lengths count Unicode code points. */

/** `^[a-z0-9][a-z0-9_-]{1,31}$`: the handle of a person or an agent. The two have separate spaces. */
export const handle = z.string().regex(/^[a-z0-9][a-z0-9_-]{1,31}$/);

/** A handle that somebody chooses: not one that the platform itself goes by. */
export const newHandle = handle.superRefine((text, context) => {
  if (isReserved(text)) context.addIssue(reservedIssue);
});

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

/**
 * One line that somebody writes, such as a title: 1 to `max` characters, taken as NFC, not blank, and without control characters, ones
 * that turn the direction of writing and ones that nobody sees. Emoji and scripts that need a joiner keep theirs.
 */
export const line = (max: number) =>
  z
    .string()
    // Composing can take longer than the text deserves, so one that is too long stays as it is, and is refused.
    .overwrite((text) => (text.length > max * 8 ? text : text.normalize('NFC')))
    .min(1)
    .max(max)
    .superRefine((text, context) => {
      if (hasStrayCharacter(text)) context.addIssue(strayIssue);
      else if (isBlank(text)) context.addIssue({ code: 'custom', message: 'This field is blank.' });
    })
    .meta({ pattern: '^[^\\p{Cc}]*$' });

/** A name that somebody chooses for a person, an agent or a thing: a `line` that is not one of the platform's own names. */
export const chosenName = (max: number) =>
  line(max).superRefine((text, context) => {
    if (isReserved(text)) context.addIssue(reservedIssue);
  });

const strayIssue = {
  code: 'custom',
  message: 'This field holds a character that is not seen, or that turns the direction of writing.',
  params: { hint: 'Leave out control, bidirectional and invisible characters, such as U+202E or U+200B.' },
} as const;

const reservedIssue = {
  code: 'custom',
  message: 'This name is the platform’s own.',
  params: { hint: 'Choose a name other than Parley and platform.' },
} as const;

/** A time as the platform writes it: ISO 8601 in UTC with milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 });

/** A time that somebody names: ISO 8601 with `Z` or an offset, from 1970 to 9999. */
export const moment = z.iso.datetime({ offset: true }).refine((text) => isWithinReach(Date.parse(text)), {
  message: 'This time is before 1970 or after 9999.',
});

function isWithinReach(ms: number): boolean {
  return ms >= 0 && ms <= Date.UTC(9999, 11, 31, 23, 59, 59, 999);
}

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
