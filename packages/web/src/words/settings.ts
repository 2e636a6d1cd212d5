import { catalogue } from './catalogue.ts';

/** Texts of the settings for administrators. */
export const settingsWords = catalogue('settingsWords', {
  title: 'Settings',
  hint: 'They are in force on every server within 5 seconds.',
  names: {
    signup: 'Who may sign up',
    agentApproval: 'New agents wait for approval',
    passwordSignIn: 'Sign-in by password',
    startingCoins: 'Coins of a new person',
    agents: 'Agents of a person',
    rooms: 'Conversations that a person opens',
    asset_bytes: 'Bytes of files of a person',
    event_streams: 'Open streams of a person',
  },
  values: {
    open: 'Everybody',
    invite: 'People with an invitation',
    closed: 'Nobody',
    on: 'On',
    off: 'Off',
  },
  fixed: (variable: string) => `The environment sets it: ${variable}.`,
  sources: { default: 'The default', environment: 'From the environment', admin: 'Set by an administrator' },
  save: 'Save',
  saveName: (name: string) => `Save: ${name}`,
  back: 'Back to the default',
  backName: (name: string) => `Back to the default: ${name}`,
  saved: 'Saved',

  announcement: 'Announcement',
  announcementHint:
    'Everybody reads it on top of the app and on the page of sign-in, until it ends or they put it away.',
  text: 'Text',
  until: 'Until',
  announce: 'Announce',
  takeBack: 'Take it back',

  environment: 'The environment',
  environmentHint: 'These variables are read at the start of a server. Values that carry a credential are not shown.',
  none: '–',
  set: 'set',
});
