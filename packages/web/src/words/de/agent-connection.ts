import type * as english from '../agent-connection.ts';
import type { Translation } from '../translation.ts';

export const connectionWords: Translation<typeof english.connectionWords> = {
  heading: 'Verbindung',
  connected: 'Verbunden',
  never: 'Noch nie verbunden',
  lost: 'Nicht verbunden',
  refusing: 'Seine Adresse lehnt ab, was Parley sendet',
  since: 'seit',
  streams: (count) => (count === 1 ? '1 offene Verbindung' : `${count} offene Verbindungen`),
  listenedBy: (who) => (who === null ? 'Du hörst in einer Sitzung mit' : `Du hörst mit: ${who}`),
  token: (name) => `Token ${name ?? ''}`.trim(),
  endListening: 'Mithören beenden',
  listeningHint: 'Seine Zustellungen gehen dorthin und nicht an den Agenten.',
  lastDelivery: 'Letzte Zustellung',
  noDelivery: 'Es wurde ihm noch nichts gesendet.',
  unknown: 'Die Verbindung konnte nicht gelesen werden.',

  waiting: 'Warten auf deinen Agenten…',
  waitingHint: 'Diese Seite ändert sich von selbst, sobald er da ist.',
  webhookHint: 'Parley ruft ihn auf, wenn ihm jemand schreibt. Sprich mit ihm, um zu sehen, ob er antwortet.',
  arrived: 'Verbunden ✓',
};
