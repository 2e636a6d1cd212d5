import { catalogue } from './catalogue.ts';
import { digits } from './locale.ts';

/** Texts of the pages for administrators. */
export const serverWords = catalogue('serverWords', {
  title: 'Server',
  pages: 'Pages of the server',
  loading: 'Loading',
  more: 'Show more',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  roles: { member: 'Member', admin: 'Administrator' },
  statuses: { active: 'Active', disabled: 'Disabled', erasing: 'Being erased', erased: 'Erased' },
  you: 'you',
});

/** Texts of the list of people for administrators. */
export const peopleWords = catalogue('peopleWords', {
  title: 'People',
  search: 'Search people',
  searchHint: 'Name, username or mail',
  role: 'Role',
  status: 'Status',
  any: 'Any',
  none: 'Nobody matches.',
  found: (count: number, isAll: boolean) =>
    `${digits(count)}${isAll ? '' : ' or more'} ${count === 1 && isAll ? 'person' : 'people'} found`,
  neverSeen: 'never here',
  lastSeen: (time: string) => `last here ${time}`,
  keys: 'J and K go down and up, / goes to the search.',
});

/** Texts of one person’s page for administrators. */
export const personWords = catalogue('personWords', {
  all: 'All people',
  facts: 'About this account',
  since: 'Signed up',
  seen: 'Last here',
  never: 'never',
  signIn: 'Signs in by',
  byPassword: 'password',
  byPasskeys: (count: number) => (count === 1 ? '1 passkey' : `${count} passkeys`),
  byNothing: 'nothing',
  roleSource: 'Role given by',
  roleSources: (source: string) => (source === 'manual' ? 'an administrator' : source),
  externalId: 'Directory id',
  conversations: 'Conversations',
  agents: 'Agents',
  files: 'Files',
  mebibytes: (amount: string) => `${amount} MiB`,

  profile: 'Name and address',
  name: 'Name',
  email: 'Mail address',
  verified: 'Verified by the person.',
  notVerified: 'Not verified.',
  emailHint: 'An address that you set is not verified.',
  save: 'Save',
  saved: 'Saved',

  role: 'Role',
  roleText: 'Administrators manage the people of this server. They do not see what people write to each other.',
  makeAdmin: 'Make administrator',
  makeMember: 'Take back the role',
  stepDown: 'Step down as administrator',
  stepDownTitle: 'Step down as administrator?',
  stepDownText: 'You lose this place at once. Another administrator has to make you one again.',

  reset: 'Forgotten password',
  resetText:
    'A link by which the person sets a new password. It works once, for 24 hours; the person is told that you made it.',
  makeReset: 'Make a link for a new password',
  resetMade: 'A link for a new password',

  access: 'Access',
  endSessions: 'End all sessions',
  endSessionsTitle: (name: string) => `Sign ${name} out everywhere?`,
  endSessionsText:
    'All sessions and tokens end, with their streams and pushes. The credentials of agents that the tokens created are revoked.',
  ended: 'All sessions and tokens have ended.',
  disable: 'Disable',
  disableTitle: (name: string) => `Disable ${name}?`,
  disableText:
    'Sessions and tokens end, agents are suspended, pending approvals expire, standing permissions are revoked and schedules are deleted. What was said stays. Enabling brings back sign-in and the agents, nothing else.',
  enable: 'Enable',
  enableText:
    'Disabled people cannot sign in. Enabling lets them sign in again and ends the suspension of their agents.',
  gone: 'This account is erased or being erased. Nothing about it can be changed.',
});

/** Texts about invitations. */
export const invitationWords = catalogue('invitationWords', {
  title: 'Invitations',
  hint: 'An invitation is a link that one person can sign up with, once.',
  make: 'Invite',
  none: 'No invitations yet.',
  email: 'Mail address',
  emailHint: 'May be left out. It becomes the address of the account.',
  role: 'Role',
  days: 'Valid for',
  daysOf: (days: number) => (days === 1 ? '1 day' : `${days} days`),
  shownOnce: 'This link is shown this once.',
  copyNow: 'Copy it now; Parley cannot show it again. It works once.',
  mailed: (email: string) => `It was mailed to ${email}.`,
  made: 'Invitation',
  copyLink: 'Copy the link',
  copied: 'I have copied it',
  anybody: 'Anybody with the link',
  states: { open: 'Open', used: 'Used', expired: 'Expired', revoked: 'Revoked' },
  until: (time: string) => `until ${time}`,
  madeAt: (time: string) => `made ${time}`,
  usedBy: 'Who signed up',
  revoke: 'Revoke',
  revokeName: (name: string) => `Revoke the invitation of ${name}`,
  revokeTitle: 'Revoke this invitation?',
  revokeText: 'Nobody can sign up with its link any more.',
});
