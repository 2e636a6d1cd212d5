import { catalogue } from './catalogue.ts';

/** Texts of a room's notification settings. */
export const attentionWords = catalogue('attentionWords', {
  title: 'Notifications',
  menu: 'Notifications…',
  notify: 'Notify me about',
  levels: {
    all: 'Everything',
    mentions: 'Mentions and decisions',
    decisions: 'Decisions only',
    none: 'Nothing',
  },
  always: 'What waits for your decision is shown at every level.',
  mute: 'Mute',
  muteUntilTomorrow: 'Mute until tomorrow',
  unmute: 'Unmute',
  muted: 'Muted',
  mutedUntil: (time: string) => `Muted until ${time}`,
  mutedHint: 'It is not counted as unread and shows no notifications.',
});
