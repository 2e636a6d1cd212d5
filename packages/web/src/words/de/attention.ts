import type * as english from '../attention.ts';
import type { Translation } from '../translation.ts';

export const attentionWords: Translation<typeof english.attentionWords> = {
  title: 'Mitteilungen',
  menu: 'Mitteilungen…',
  notify: 'Mitteilungen über',
  levels: {
    all: 'Alles',
    mentions: 'Erwähnungen und Entscheidungen',
    decisions: 'Nur Entscheidungen',
    none: 'Nichts',
  },
  always: 'Was auf deine Entscheidung wartet, wird auf jeder Stufe angezeigt.',
  mute: 'Stummschalten',
  muteUntilTomorrow: 'Bis morgen stummschalten',
  unmute: 'Stummschaltung aufheben',
  muted: 'Stumm',
  mutedUntil: (time) => `Stumm bis ${time}`,
  mutedHint: 'Sie zählt nicht als ungelesen und zeigt keine Mitteilungen.',
};
