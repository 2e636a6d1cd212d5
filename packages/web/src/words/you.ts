import { catalogue } from './catalogue.ts';

/** Texts of the settings page. */
export const youWords = catalogue('youWords', {
  title: 'You',
  sections: 'Your settings',
  allSettings: 'Back to You',
  loading: 'Loading',
  more: 'Show older',
  tryAgain: 'Try again',
  save: 'Save',
  saved: 'Saved',
  never: 'Never',

  profile: 'Profile',
  name: 'Display name',
  handle: 'Username',
  handleHint: 'Others find you by it. It stays as it is.',
  timezone: 'Time zone',
  timezoneHint: 'Agents hear it, and plans are made in it.',
  locale: 'Language',
  tag: 'Language tag',
  tagHint: 'Such as en or de-CH. Agents hear it, and the app writes dates and numbers by it.',

  quota: 'What you use',
  quotaNames: {
    agents: 'Agents',
    rooms: 'Rooms',
    asset_bytes: 'Files',
    event_streams: 'Open tabs and programs',
    standing_grants: 'Standing permissions',
  },
  mebibytes: (amount: string) => `${amount} MiB`,
  ofLimit: (used: string, limit: string) => `${used} of ${limit}`,

  wallet: 'Wallet',
  balance: 'Balance',
  ledger: 'History',
  ledgerColumns: ['When', 'What for', 'Coins', 'Balance'],
  noEntries: 'Nothing has moved yet.',
  startingCoins: 'Starting coins',
  fromPlatform: 'Parley',

  appearance: 'Appearance',

  blocked: 'Blocked people',
  blockedHint:
    'They cannot open a conversation with you or add you to one, nor you with them. Conversations that you share go on. They are not told.',
  blockHandle: 'Username of the person',
  block: 'Block',
  unblock: 'Unblock',
  unblockName: (name: string) => `Unblock ${name}`,
  noneBlocked: 'You have blocked nobody.',
  nobody: 'Nobody has this username.',
  notYourself: 'You cannot block yourself.',
  blockedSince: (time: string) => `blocked ${time}`,

  ways: 'Elsewhere',
  permissions: 'Permissions of agents',
  tasks: 'Tasks',
  guide: 'Guide for developers',
  reference: 'API reference',
});
