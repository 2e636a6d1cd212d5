import { z } from 'zod';
import { bounded } from './bounded.ts';
import { hasStrayCharacter, isBlank, pilesMarks } from './names.ts';
import { isPlatformName, isReservedHandle, passesForPlatform } from './reserved-names.ts';

/** The schemas of fields that several requests share. Lengths count Unicode code points. */

/** The handle of a person or an agent: `^[a-z0-9][a-z0-9_-]{1,31}$`. A person and an agent may have the same handle. */
export const handle = bounded(32).regex(/^[a-z0-9][a-z0-9_-]{1,31}$/);

/** A handle for a new person or agent; excludes the handles that are reserved for the platform. */
export const newHandle = handle.superRefine((text, context) => {
  const fault = handleFault(text);
  if (fault) context.addIssue(issueOf(fault));
});

/** Returns why a handle may not be chosen, or null if it may. An existing owner of a reserved handle keeps it. */
export function handleFault(text: string): NameFault | null {
  return isReservedHandle(text) ? reservedHandle : null;
}

/** The name of a scope, such as `proactive.message`. */
export const scopeName = bounded(200).regex(/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/);

/** An IANA time zone that this runtime knows, such as `Europe/Zurich`. */
export const timezone = bounded(64)
  .min(1)
  .refine(isTimezone, { message: 'This is not a time zone that the server knows, such as Europe/Zurich.' });

/** A BCP 47 language tag, such as `en` or `de-CH`. */
export const locale = bounded(35)
  .min(1)
  .refine(isLocale, { message: 'This is not a language tag, such as en or de-CH.' });

/**
 * One line of user text, such as a title: 1 to `max` characters as sent, normalized to NFC, not blank. It holds no control characters, no
 * characters that change the direction of writing and no invisible ones, except the joiners that emoji and some scripts need.
 */
export const line = (max: number) =>
  bounded(max)
    .min(1)
    .overwrite((text) => text.normalize('NFC'))
    .superRefine((text, context) => {
      if (hasStrayCharacter(text)) context.addIssue(strayIssue);
      else if (isBlank(text)) context.addIssue(blankIssue);
    })
    .meta({ pattern: '^[^\\p{Cc}]*$' });

/**
 * User text that may have line breaks, such as a reason: 1 to `max` characters as sent, otherwise as `line`. CRLF and CR become LF.
 */
export const paragraph = (max: number) =>
  bounded(max)
    .min(1)
    .overwrite((text) => text.normalize('NFC').replace(/\r\n?/g, '\n'))
    .superRefine((text, context) => {
      if (hasStrayCharacter(text.replaceAll('\n', ' '))) context.addIssue(strayIssue);
      else if (isBlank(text)) context.addIssue(blankIssue);
    });

/** Returns the schema of one line of text that a person reads before a decision; it must not hold invisible characters. */
export function plainLine(max: number) {
  return bounded(max)
    .min(1)
    .regex(/^[^\p{Cc}]*$/u)
    .refine((text) => !hasStrayCharacter(text), { message: 'must hold no invisible or bidirectional character' })
    .refine((text) => !isBlank(text), { message: 'must not be blank' });
}

/** One line that the platform shows among its own words, such as the title of a task: a `line` with at most 4 combining marks in a row. */
export const shownLine = (max: number) =>
  line(max).superRefine((text, context) => {
    if (pilesMarks(text)) context.addIssue(issueOf(pileFault));
  });

/**
 * A title that a user chooses, such as that of a room: a `line` that is not the platform's own name and stacks no more than 4 combining
 * marks.
 */
export const chosenTitle = (max: number) =>
  line(max).superRefine((text, context) => {
    const fault = titleFault(text);
    if (fault) context.addIssue(issueOf(fault));
  });

/** A name that a user chooses for a person or an agent: a `line` that passes `nameFault`. */
export const chosenName = (max: number) =>
  line(max).superRefine((text, context) => {
    const fault = nameFault(text);
    if (fault) context.addIssue(issueOf(fault));
  });

/** Returns why the name of a person or an agent may not be chosen, or null if it may. An existing owner of a reserved name keeps it. */
export function nameFault(text: string): NameFault | null {
  if (/[“”]/.test(text)) return quoteFault;
  return titleFault(text) ?? (passesForPlatform(text) ? reservedName : null);
}

/** The error for a chosen name, and how to fix it. */
export interface NameFault {
  readonly message: string;
  readonly hint: string;
}

function titleFault(text: string): NameFault | null {
  if (pilesMarks(text)) return pileFault;
  return isPlatformName(text) ? reservedName : null;
}

function issueOf({ message, hint }: NameFault) {
  return { code: 'custom', message, params: { hint } } as const;
}

const strayIssue = {
  code: 'custom',
  message: 'This field holds a character that is not seen, or that turns the direction of writing.',
  params: { hint: 'Leave out control, bidirectional and invisible characters, such as U+202E or U+200B.' },
} as const;

const blankIssue = { code: 'custom', message: 'This field is blank.' } as const;

const pileFault: NameFault = {
  message: 'This field has too many combining marks in a row.',
  hint: 'Put at most 4 marks on a character.',
};

const quoteFault: NameFault = {
  message: 'This name holds a quotation mark that the platform sets names in.',
  hint: 'Leave out “ and ”, or use " in their place.',
};

const reservedName: NameFault = {
  message: 'This name passes for the platform’s own.',
  hint: 'Choose a name without the words Parley and platform, or letters that look like them.',
};

const reservedHandle: NameFault = {
  message: 'This username is the platform’s own.',
  hint: 'Choose a username other than parley, platform, admin, support and the like.',
};

/** A time as the platform writes it: ISO 8601 in UTC with milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 });

/** A time in a request: ISO 8601 with `Z` or an offset, from 1970 to 9999. */
export const moment = bounded(64)
  .check(z.iso.datetime({ offset: true }))
  .refine((text) => isWithinReach(Date.parse(text)), {
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
