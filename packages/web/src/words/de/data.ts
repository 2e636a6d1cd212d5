import type * as english from '../data.ts';
import type { Translation } from '../translation.ts';

export const dataWords: Translation<typeof english.dataWords> = {
  title: 'Daten',
  backups: 'Sicherungen',
  hint: 'Der Server schreibt Sicherungen in den Ordner oder Bucket aus seinen Einstellungen. Wiederhergestellt werden sie am Rechner, mit parley-server restore.',
  make: 'Jetzt sichern',
  none: 'Der Server hat noch keine Sicherung gemacht.',
  states: { running: 'Läuft', ready: 'Fertig', failed: 'Fehlgeschlagen' },
  mebibytes: (amount) => `${amount} MiB`,
};
