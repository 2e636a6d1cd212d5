import { catalogue } from './catalogue.ts';

/** Texts about sessions, tokens and the password. */
export const accessWords = catalogue('accessWords', {
  sessions: 'Sessions',
  sessionsHint: 'Where you are signed in.',
  thisOne: 'This one',
  signedIn: (time: string) => `signed in ${time}`,
  lastUsed: (time: string) => `last used ${time}`,
  notUsed: 'not used yet',
  signOutThere: 'Sign out',
  signOutOf: (name: string) => `Sign out ${name}`,
  signOutElsewhere: 'Sign out everywhere else',
  signOutElsewhereTitle: 'Sign out everywhere else?',
  signOutElsewhereText: 'Every other browser has to sign in again. This one stays.',
  unknownDevice: 'Unknown browser',
  on: (browser: string, system: string) => `${browser} on ${system}`,

  tokens: 'Tokens',
  tokensHint:
    'A program acts for you with a token: it can do what you can, but not sign in, change your password or decide for you.',
  newToken: 'Create token',
  cancel: 'Cancel',
  tokenName: 'Name',
  tokenNameHint: 'What it is for.',
  expires: 'Expires',
  expiries: { '7': 'In 7 days', '30': 'In 30 days', '90': 'In 90 days', '365': 'In a year', never: 'Never' },
  expiresAt: (time: string) => `expires ${time}`,
  expiredAt: (time: string) => `expired ${time}`,
  noExpiry: 'does not expire',
  shownOnce: 'This token is shown this once.',
  copyNow: 'Copy it now; Parley cannot show it again.',
  copyToken: 'Copy token',
  copied: 'I have copied it',
  noTokens: 'You have no tokens.',
  revoke: 'Revoke',
  revokeName: (name: string) => `Revoke ${name}`,
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeText:
    'Whatever uses it is refused from now on, and its open streams close. The credentials of agents that it made are revoked too.',
  keepCredentials: 'Keep the credentials that it made',

  password: 'Password',
  passwordHint:
    'A new password ends all your other sessions and all your tokens, and revokes the credentials of agents that tokens made.',
  keepAllCredentials: 'Keep the credentials that tokens made',
  current: 'Current password',
  next: 'New password',
  nextHint: 'At least 10 characters.',
  change: 'Change password',
  changed: 'The password is changed. Your other sessions and your tokens have ended.',
});
