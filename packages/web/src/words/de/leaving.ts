import type * as english from '../leaving.ts';
import type { Translation } from '../translation.ts';

export const leaveWords: Translation<typeof english.leaveWords> = {
  leave: 'Verlassen',
  leaveMenu: 'Verlassen…',
  leaveTitle: 'Diese Unterhaltung verlassen?',
  leaveBody: 'Du siehst sie nicht mehr. Nur jemand, der bleibt, kann dich wieder hinzufügen.',
  delete: 'Für alle löschen',
  deleteMenu: 'Löschen…',
  deleteTitle: 'Diese Unterhaltung löschen?',
  deleteBody: 'Sie ist für alle darin sofort und endgültig weg.',
};
