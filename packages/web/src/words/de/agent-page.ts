import type * as english from '../agent-page.ts';
import type { Translation } from '../translation.ts';

export const agentPageWords: Translation<typeof english.agentPageWords> = {
  tryAgain: 'Noch einmal versuchen',
  loadingAll: 'Agenten werden geladen',
  noneYet: 'Du hast noch keine Agenten',
  noneYetText: 'Füge ein Modell hinzu, mit dem du sprechen kannst, oder registriere ein eigenes Programm.',
  talk: 'Mit ihm sprechen',

  about: 'Über ihn',
  reachedBy: 'Erreichbar über',
  transports: { relay: 'Relay: Er hält eine Verbindung offen', webhook: 'Webhook' },
  whoMayTalk: 'Wer mit ihm sprechen darf',
  accesses: { private: 'Nur sein Besitzer', request: 'Auf Anfrage', public: 'Alle' },
  asksFor: 'Bittet um',
  nothing: 'Nichts',
  id: 'Agenten-ID',

  resume: 'Fortsetzen',
  pause: 'Anhalten',
  remove: 'Löschen…',
  removeTitle: (name) => `${name} löschen?`,
  removeAct: 'Agenten löschen',
  removeText:
    'Seine Zugangsdaten gelten sofort nicht mehr, und er antwortet niemandem mehr. Was er gesagt hat, bleibt stehen.',
};

export const statusWords: Translation<typeof english.statusWords> = {
  live: 'Aktiv',
  paused: 'Angehalten',
  deleted: 'Gelöscht',
  delivered: 'Zugestellt',
  pending: 'Ausstehend',
  failed: 'Fehlgeschlagen',
};
