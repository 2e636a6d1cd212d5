import { cleanLine, emailAddress, nameFault } from '@parley/protocol';
import { isPlainText } from './plain-text.ts';
import { refuseValue } from './scim-error.ts';
import type { ScimEmail, UserAttributes } from './scim-user.ts';

/** What a person is to be like, after a request of a directory. */
export interface Wanted {
  readonly userName: string;
  readonly externalId: string | null;
  /** Null: what the directory says gives no name. */
  readonly displayName: string | null;
  readonly formattedName: string | null;
  readonly givenName: string | null;
  readonly familyName: string | null;
  /** In lower case. */
  readonly email: string | null;
  readonly active: boolean;
}

const nameCharacters = 80;
const textCharacters = 256;

/**
 * Validates the attributes that a person is to have. `before` is what they are now; null for a new person. `isNamed`: the
 * request says the name to show, though it may be the one until now.
 */
export function wantedOf(before: UserAttributes | null, after: UserAttributes, isNamed = false): Wanted {
  return {
    userName: readText('userName', after.userName) ?? refuseValue('A user has a userName.'),
    externalId: readText('externalId', after.externalId),
    displayName: readName(nameOf(before, after, isNamed), before?.displayName ?? null),
    formattedName: readText('name.formatted', formattedOf(before, after)),
    givenName: readText('name.givenName', after.name?.givenName),
    familyName: readText('name.familyName', after.name?.familyName),
    email: readEmail(after.emails ?? []),
    active: after.active ?? true,
  };
}

/**
 * The name that changed says what the person is called: `displayName`, else `name.formatted` if that was shown until now,
 * else the parts if they were. A directory may keep a `name.formatted` of its own besides.
 */
function nameOf(before: UserAttributes | null, after: UserAttributes, isGiven: boolean): string | undefined {
  const { displayName, name } = after;
  const shown = before?.displayName;
  if (displayName && (isGiven || displayName !== shown)) return displayName;
  const wasShown = (text: string | undefined) => before === null || text === shown;
  const { formatted } = name ?? {};
  if (formatted && formatted !== before?.name?.formatted && wasShown(before?.name?.formatted)) return formatted;
  const parts = joined(name);
  return parts !== '' && wasShown(joined(before?.name)) ? parts : (shown ?? displayName);
}

/** A whole name that the directory never sent follows the name that others see. */
function formattedOf(before: UserAttributes | null, after: UserAttributes): string | undefined {
  const was = before?.name?.formatted;
  const now = after.name?.formatted;
  return now === was && was === before?.displayName ? undefined : now;
}

function joined(name: UserAttributes['name']): string {
  return [name?.givenName, name?.familyName]
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .join(' ');
}

/** Makes a name fit to be shown. Refuses one that passes for the platform's own; a name that is there may stay. */
function readName(text: string | undefined, before: string | null): string | null {
  if (text === undefined || text === before) return before;
  const clean = [...cleanLine(text.slice(0, 1_000).normalize('NFC'))].slice(0, nameCharacters).join('').trim();
  if (clean === '') return before;
  const fault = nameFault(clean);
  return fault === null ? clean : refuseValue(`displayName: ${fault.message}`);
}

function readText(name: string, text: string | undefined): string | null {
  if (text === undefined || text.trim() === '') return null;
  if ([...text].length > textCharacters) return refuseValue(`${name} has at most ${textCharacters} characters.`);
  return isPlainText(text) ? text : refuseValue(`${name} has no control characters.`);
}

/** Returns the address that is kept: the primary one, else the first of type `work`, else the first. */
function readEmail(emails: readonly ScimEmail[]): string | null {
  const primary = emails.filter((email) => email.primary === true);
  if (primary.length > 1) return refuseValue('One of the emails is primary, not several.');
  const email = primary[0] ?? emails.find(({ type }) => type?.toLowerCase() === 'work') ?? emails[0];
  const value = email?.value?.trim() ?? '';
  if (value === '') return null;
  const read = emailAddress.safeParse(value);
  return read.success ? read.data : refuseValue('emails: this is not a mail address, such as ada@example.org.');
}
