import { locale as localeField, timezone as timezoneField } from '@parley/protocol';

export interface Preferences {
  /** A language tag. */
  readonly locale: string;
  /** A name of the IANA time zone database. */
  readonly timezone: string;
}

/** More languages than these are not looked at. */
const languagesMax = 10;

/**
 * Returns the preferences of a person whom another program makes: the first of `languages` that is a language tag, else `en`, and
 * `timezone` if it is one, else UTC. Some programs write `de_CH` for `de-CH`.
 */
export function preferencesOf(languages: readonly unknown[], timezone: unknown): Preferences {
  const tags = languages.flatMap((tag) => (typeof tag === 'string' ? [tag.trim().replaceAll('_', '-')] : []));
  return {
    locale: tags.slice(0, languagesMax).find((tag) => localeField.safeParse(tag).success) ?? 'en',
    timezone: timezoneField.safeParse(timezone).data ?? 'UTC',
  };
}

/** Returns the languages that a browser asks for, in its order. */
export function acceptedLanguages(header: string | undefined): string[] {
  return (header ?? '').split(',', languagesMax).map((part) => part.split(';', 1)[0] ?? '');
}
