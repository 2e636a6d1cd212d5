import { catalogue } from './catalogue.ts';

/** Texts about permissions of agents. */
export const permissionWords = catalogue('permissionWords', {
  asksForNothing: (name: string) => `${name} asks for no permissions.`,
  granted: 'granted',
  notGranted: 'not granted',
  uses: (uses: number) => (uses === 0 ? 'never used' : uses === 1 ? 'used once' : `used ${uses} times`),
  last: 'last',
  anAgent: 'An agent',
  block: 'Block',
  unblock: 'Unblock',
  blocked: 'Blocked: it hears nothing from you and cannot act for you.',
  mute: 'Mute',
  unmute: 'Unmute',
  muted: 'Muted',
  mutedUntil: (time: string) => `Muted until ${time}`,
  mutes: {
    off: 'Not muted',
    hour: 'For 1 hour',
    tomorrow: 'Until tomorrow',
    date: 'Until a date',
    good: 'Until I unmute it',
  },
  until: 'Muted until',
  muteThen: 'Mute until then',
  notify: 'Notify me about',
  leave: (rooms: number) => (rooms === 1 ? 'Leave room…' : `Leave ${rooms} rooms…`),
  leaveTitle: (rooms: number, name: string) =>
    rooms === 1 ? `Leave the room with ${name}?` : `Leave all ${rooms} rooms with ${name}?`,
  leaveAction: 'Leave',
  leaveBody: 'You stop seeing what is said there. Only somebody who stays can add you again.',
});

/** Texts of the page with every agent's permissions. */
export const permissionPageWords = catalogue('permissionPageWords', {
  title: 'Permissions',
  tryAgain: 'Try again',
  loading: 'Loading permissions',
  none: 'You know no agents yet',
  noneText: 'What you allow them to do will stand here.',
});
