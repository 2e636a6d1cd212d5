import type * as english from '../session.ts';
import type { Translation } from '../translation.ts';

export const sessionWords: Translation<typeof english.sessionWords> = {
  signOut: 'Abmelden',
  permissions: 'Berechtigungen',
  guide: 'Handbuch für Entwickler',
  reference: 'API-Referenz',
  ended:
    'Deine Sitzung ist beendet. Melde dich wieder an, um weiterzumachen; was du geschrieben hast, bleibt erhalten.',
  changed: (now, before) =>
    `Du bist in diesem Browser jetzt als ${now} angemeldet. Was ${before} gesendet hat und was nicht angekommen ist, wird 30 Tage lang für ${before} aufbewahrt.`,
  offline: 'Du bist offline. Parley öffnet sich, sobald die Verbindung wieder da ist.',
};
