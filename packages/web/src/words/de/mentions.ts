import type * as english from '../mentions.ts';
import type { Translation } from '../translation.ts';

export const mentionWords: Translation<typeof english.mentionWords> = {
  list: 'Mitglieder zum Erwähnen',
  agent: (handle) => `Agent @${handle}`,
  count: (count) =>
    count === 0
      ? 'Kein Mitglied gefunden'
      : `${count} ${count === 1 ? 'Mitglied' : 'Mitglieder'} gefunden. Pfeiltasten wählen, Enter erwähnt.`,
};
