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
  readonly givenName: string | null;
  readonly familyName: string | null;
  /** In lower case. */
  readonly email: string | null;
  readonly active: boolean;
}

const nameCharacters = 80;
const textCharacters = 256;

/** Validates the attributes that a person is to have. `before` is what they are now; null for a new person. */
export function wantedOf(before: UserAttributes | null, after: UserAttributes): Wanted {
  return {
    userName: readText('userName', after.userName) ?? refuseValue('A user has a userName.'),
    externalId: readText('externalId', after.externalId),
    displayName: readName(nameOf(before, after), before?.displayName ?? null),
    givenName: readText('name.givenName', after.name?.givenName),
    familyName: readText('name.familyName', after.name?.familyName),
    email: readEmail(after.emails ?? []),
    active: after.active ?? true,
  };
}

/** The name that changed says what the person is called: `displayName`, else `name.formatted`, else its parts. */
function nameOf(before: UserAttributes | null, after: UserAttributes): string | undefined {
  const { displayName, name } = after;
  if (displayName && displayName !== before?.displayName) return displayName;
  if (name?.formatted && name.formatted !== before?.name?.formatted) return name.formatted;
  const parts = joined(name);
  const isOfParts = before === null || before.displayName === joined(before.name);
  return isOfParts && parts !== '' ? parts : (before?.displayName ?? displayName);
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
