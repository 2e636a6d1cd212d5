import type * as english from '../outbox.ts';
import type { Translation } from '../translation.ts';

export const outboxWords: Translation<typeof english.outboxWords> = {
  sending: 'Wird gesendet',
  notSentYet: 'Noch nicht gesendet.',
  offline: 'Du bist offline.',
  goesLater: 'Sie wird gesendet, sobald die Verbindung wieder da ist.',
  unreachable: 'Parley ist nicht erreichbar.',
  signedOut: 'Sie wird gesendet, wenn du dich wieder angemeldet hast.',
  notSent: 'Nicht gesendet.',
  full: 'Es wartet zu viel auf das Senden.',
  fullHint: 'Warte, bis du wieder verbunden bist, oder entferne etwas davon.',
  tooOld: 'Sie hat mehr als einen Tag gewartet.',
  tooOldHint: 'Sende sie noch einmal, wenn du sie noch brauchst.',
  failed: 'Die Nachricht konnte nicht gesendet werden.',
  retry: 'Noch einmal versuchen',
  edit: 'Bearbeiten',
  remove: 'Entfernen',
  unsentTitle: 'Abmelden und nicht Gesendetes verlieren?',
  unsentAction: 'Abmelden und verwerfen',
  unsent: (messages, drafts) => {
    const sent = messages === 1 ? '1 Nachricht ist' : `${messages} Nachrichten sind`;
    const lost = drafts === 1 ? '1 Entwurf ginge verloren' : `${drafts} Entwürfe gingen verloren`;
    const parts = [...(messages > 0 ? [`${sent} noch nicht gesendet`] : []), ...(drafts > 0 ? [lost] : [])];
    return `${parts.join(', und ')}. Beim Abmelden wird nicht Gesendetes aus diesem Browser entfernt.`;
  },
};
