import type * as english from '../pushes.ts';
import type { Translation } from '../translation.ts';

export const pushWords: Translation<typeof english.pushWords> = {
  app: 'Parley',
  message: 'Eine neue Nachricht',
  mention: 'Jemand hat dich erwähnt',
  approval: 'Etwas wartet auf deine Entscheidung',
  task: 'Eine Aufgabe ist weitergekommen',
};
