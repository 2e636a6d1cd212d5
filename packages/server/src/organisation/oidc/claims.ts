import { emailAddress } from '@parley/protocol';
import type { ProviderEntry } from './providers-file.ts';

/** What a provider says of a person. */
export interface Claims {
  readonly issuer: string;
  readonly subject: string;
  /** In lower case; null if there is none. */
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  /** What the handle of a new person is made of, the best first. */
  readonly handles: readonly string[];
  readonly name: string | null;
  /** What the provider calls `locale` and `zoneinfo`, not looked at yet. */
  readonly language: unknown;
  readonly timezone: unknown;
  /** Null if the provider does not say: the claim is absent or no list of texts. */
  readonly groups: readonly string[] | null;
}

type Raw = Readonly<Record<string, unknown>>;

/** Names that a person is asked for at most; more of them would be a fault of the provider. */
const groupsMax = 5_000;

/** Reads the claims of an ID token, and of the userinfo where the token lacks them. */
export function readClaims(entry: ProviderEntry, idToken: Raw, userInfo: Raw): Claims {
  const claims: Raw = { ...userInfo, ...idToken };
  const email = emailAddress.safeParse(claims['email']);
  const handles = [claims[entry.handle_claim], email.success ? email.data : null, claims['name']];
  return {
    issuer: String(idToken['iss']),
    subject: String(idToken['sub']),
    email: email.success ? email.data : null,
    // `"true"` is a text of anybody's making; only the boolean counts.
    isEmailVerified: email.success && (entry.trust_email || claims['email_verified'] === true),
    handles: handles.filter((text): text is string => typeof text === 'string'),
    name: typeof claims['name'] === 'string' ? claims['name'] : null,
    language: claims['locale'],
    timezone: claims['zoneinfo'],
    groups: entry.groups_claim === undefined ? [] : readGroups(claims[entry.groups_claim]),
  };
}

/** Returns whether a person's verified address is in a domain that the operator names for the provider. */
export function isOfDomain(entry: Pick<ProviderEntry, 'email_domains'>, claims: Claims): boolean {
  return claims.isEmailVerified && entry.email_domains.includes(claims.email?.split('@')[1] ?? '');
}

/** Returns whether an ID token lacks a claim that this provider is asked for. */
export function isIncomplete(entry: ProviderEntry, idToken: Raw): boolean {
  const wanted = [
    'email',
    'name',
    entry.handle_claim,
    ...(entry.groups_claim === undefined ? [] : [entry.groups_claim]),
  ];
  return wanted.some((claim) => idToken[claim] === undefined);
}

function readGroups(value: unknown): readonly string[] | null {
  const groups = typeof value === 'string' ? [value] : value;
  if (!Array.isArray(groups) || groups.length > groupsMax) return null;
  return groups.every((group) => typeof group === 'string') ? groups : null;
}
