import { catalogue } from './catalogue.ts';

/** Texts of the notification settings. */
export const notificationWords = catalogue('notificationWords', {
  title: 'Notifications',
  hint: 'This browser can tell you when something waits for you while Parley is closed. A notification names the room and never what was said.',
  on: 'Notifications are on in this browser.',
  off: 'Notifications are off in this browser.',
  turnOn: 'Turn on notifications',
  turnOff: 'Turn off notifications',
  denied:
    'This browser does not allow Parley to notify you. Allow it in the settings of the browser for this site, then try again.',
  unsupported: 'This browser cannot notify you.',
  failed: 'This browser could not be registered for notifications.',
  quiet: 'Quiet hours',
  quietHint: 'Between these times this browser stays quiet. What waits for your decision is shown without a sound.',
  quietOn: 'Keep quiet at certain hours',
  from: 'From',
  to: 'To',
  rooms: 'Rooms',
  agents: 'Agents',
  levelOf: (name: string) => `Notifications of ${name}`,
  levelsHint: 'Of a room and its agent the quieter counts.',
  noRooms: 'You have no rooms yet.',
});
