import type * as english from '../credentials.ts';
import type { Translation } from '../translation.ts';

export const credentialWords: Translation<typeof english.credentialWords> = {
  title: 'Zugangsdaten',
  issue: 'Zugangsdaten ausstellen',
  loading: 'Zugangsdaten werden geladen',
  newOne: 'Neue Zugangsdaten',
  table: 'Ausgestellte Zugangsdaten',
  columns: ['Zugangsdaten', 'Ausgestellt', 'Zuletzt benutzt', 'Zustand'],
  never: 'Nie',
  revoked: 'Widerrufen',
  revokeMenu: 'Widerrufen…',
  revoke: 'Widerrufen',
  revokeTitle: 'Diese Zugangsdaten widerrufen?',
  revokeText: (id) => `Was ${id} benutzt, wird ab jetzt abgewiesen, und die offenen Verbindungen werden geschlossen.`,

  shownOnce: 'Das Geheimnis wird nur jetzt angezeigt.',
  copyNow: 'Kopiere es jetzt; Parley kann es nicht noch einmal anzeigen.',
  agentId: 'Agenten-ID',
  id: 'ID der Zugangsdaten',
  secret: 'Geheimnis',
  webhookSecret: 'Webhook-Geheimnis',
  webhookSecretHint:
    'Das Webhook-Geheimnis ist dasselbe Geheimnis in der Form, die Bibliotheken für Standard Webhooks erwarten.',
  copy: (what) => `${what} kopieren`,
  setIt: 'Trage es dort ein, wo der Agent läuft',
};
