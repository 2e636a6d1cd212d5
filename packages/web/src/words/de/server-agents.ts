import type * as english from '../server-agents.ts';
import type { Translation } from '../translation.ts';

export const serverAgentWords: Translation<typeof english.serverAgentWords> = {
  title: 'Agenten',
  all: 'Alle Agenten',
  search: 'Agenten suchen',
  searchHint: 'Name, Benutzername oder Besitzer',
  state: 'Zustand',
  any: 'Alle',
  sort: 'Reihenfolge',
  sorts: { newest: 'Neueste', failing: 'Scheiternde' },
  states: {
    live: 'Aktiv',
    paused: 'Angehalten',
    pending: 'Wartet auf Freigabe',
    rejected: 'Abgelehnt',
    suspended: 'Gesperrt',
    deleted: 'Gelöscht',
  },
  none: 'Kein Agent passt.',
  gone: 'Dieser Agent wurde gelöscht.',
  of: (owner) => `von @${owner}`,
  failed: (failed, made) => `${failed} von ${made} Zustellungen sind heute fehlgeschlagen`,
  changeWaits: 'Freigabe steht aus',

  facts: 'Was er tut',
  owner: 'Besitzer',
  reachedBy: 'Erreichbar über',
  access: 'Wer mit ihm sprechen darf',
  asksFor: 'Bittet um',
  nothing: 'Nichts',
  asks: (scope, reason) => `${scope}: ${reason}`,
  members: 'Personen, die ihn kennen',
  deliveries: 'Zustellungen in 24 Stunden',
  failures: 'Davon fehlgeschlagen',
  coins: 'Gezahlte Münzen in 30 Tagen',
  since: 'Registriert',
  page: 'Seine Seite in der App',

  approval: 'Freigabe',
  newText: 'Dieser Agent ist neu. Bis du ihn freigibst, kann nur sein Besitzer mit ihm sprechen.',
  changeText:
    'Sein Besitzer hat ein Manifest geschickt, das mehr erlaubt. Das freigegebene gilt weiter, bis du dieses freigibst.',
  approve: 'Freigeben',
  reject: 'Ablehnen',
  rejectTitle: (name) => `${name} ablehnen?`,
  rejectNew: 'Er wird angehalten. Sein Besitzer liest die Begründung und kann ein anderes Manifest schicken.',
  rejectChange:
    'Das wartende Manifest wird verworfen, und der Agent läuft mit dem freigegebenen weiter. Sein Besitzer liest die Begründung.',
  reason: 'Begründung',
  reasonHint: 'Sein Besitzer liest sie.',

  suspension: 'Sperre',
  suspendText: 'Ein gesperrter Agent bekommt nichts und sagt nichts. Sein Besitzer kann ihn nicht fortsetzen.',
  suspend: 'Sperren',
  suspendTitle: (name) => `${name} sperren?`,
  because: (reason) => `Gesperrt: ${reason}`,
  unsuspend: 'Sperre aufheben',

  newOwner: 'Neuer Besitzer',
  newOwnerText:
    'Alle Zugangsdaten enden, Dauerfreigaben werden ungültig, und beide Personen erfahren es. Die Webhook-Adresse bleibt: Der neue Besitzer muss sie prüfen.',
  newOwnerHandle: 'Benutzername des neuen Besitzers',
  noSuchPerson: 'Niemand hat diesen Benutzernamen.',
  give: 'Übergeben',
  given: 'Der Agent hat seinen neuen Besitzer.',
};
