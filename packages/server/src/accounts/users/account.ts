import type { PersonRole } from '@parley/protocol';

/** What a person is on this server. */
export interface Account {
  readonly role: PersonRole;
  /** Who gave the role: `manual`, or a provider. A source takes back only what it gave. Null for a member from the start. */
  readonly role_source: string | null;
  /** In lower case, or null. */
  readonly email: string | null;
  readonly email_verified: boolean;
  /** Null while the person is active. */
  readonly disabled_at: Date | null;
  /** Whether it is the person of the demo, whose link signs in anybody who sees it. */
  readonly is_demo: boolean;
}

/** The account of a person without a row in `accounts`. */
export const plainAccount: Account = {
  role: 'member',
  role_source: null,
  email: null,
  email_verified: false,
  disabled_at: null,
  is_demo: false,
};
