import type { SignInError } from '@parley/protocol';
import { catalogue } from './catalogue.ts';

/** Texts of the ways of signing in: on the sign-in page, and under You. */
export const signInWords = catalogue('signInWords', {
  continueWith: (name: string) => `Continue with ${name}`,
  withPasskey: 'Sign in with a passkey',
  forAdministrators: 'Administrators sign in with a password',
  linking: (name: string) =>
    `There is an account here with the same mail address. Sign in to it now, and ${name} is linked to it. Do it within 10 minutes.`,
  errors: {
    signup_closed:
      'You have no account here yet, and this server takes new people by invitation only. Ask an administrator.',
    account_disabled: 'Your account on this server is disabled. Ask an administrator.',
    group_required: 'Your groups at the provider do not let you in. Ask whoever manages them.',
    identity_taken: 'That account is linked to somebody else here.',
    email_taken:
      'Your mail address belongs to an account here that cannot be linked this way. Sign in to it and link it under You.',
    state_invalid: 'That sign-in took too long, was used before, or was begun in another browser. Begin again.',
    provider_error: 'The provider did not answer as it should. Try again; if it stays so, tell an administrator.',
  } satisfies Readonly<Record<SignInError, string>>,
  title: 'Signing in',
  hint: 'How you sign in besides your password.',
  accounts: 'Accounts at providers',
  noAccounts: 'None is linked.',
  noProviders: 'This server has no providers.',
  linkedOn: (at: string) => `linked on ${at}`,
  removedProvider: 'not offered by this server any more',
  link: (name: string) => `Link ${name}`,
  unlink: 'Remove',
  unlinkOf: (name: string) => `Remove ${name}`,
  unlinkTitle: (name: string) => `Remove ${name}?`,
  unlinkText: 'You cannot sign in with it any more. You can link it again.',
  again: (name: string) => `Sign in again with ${name}`,
  noPassword:
    'A change asks for your password or a passkey if you signed in more than 10 minutes ago. Without either, sign in again first.',
  wouldLink: (name: string) => `Link this account at ${name}?`,
  wouldLinkText: (account: string) => `Whoever signs in there as ${account} signs in here as you.`,
  confirmLink: 'Link it',
  notNow: 'Not now',
  pendingGone: 'This link cannot be confirmed any more. Begin again.',
});
