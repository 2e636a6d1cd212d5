import type * as english from '../reactions.ts';
import type { Translation } from '../translation.ts';

export const reactionWords: Translation<typeof english.reactionWords> = {
  react: 'Reagieren',
  title: 'Auf diese Nachricht reagieren',
  search: 'Suchen oder ein Emoji eingeben',
  found: 'Emoji',
  none: 'Kein Emoji heißt so. Du kannst auch jedes Emoji einfügen.',
  chip: (name, count, mine) => `${name}, ${count}${mine ? ', auch du' : ''}`,
  list: 'Reaktionen',
  you: 'Du',
  reading: 'Wer reagiert hat, wird gelesen',
  unknown: 'Wer reagiert hat, konnte nicht gelesen werden.',
  who: (names, emoji) => `Mit ${emoji} reagiert: ${names.join(', ')}`,
  andMore: (count) => `${count} weitere`,
  notAdded: (emoji, reason) => `${emoji} wurde nicht hinzugefügt. ${reason}`,
  notTakenBack: (emoji, reason) => `${emoji} wurde nicht zurückgenommen. ${reason}`,
};
