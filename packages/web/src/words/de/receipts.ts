import type * as english from '../receipts.ts';
import type { Translation } from '../translation.ts';

export const receiptWords: Translation<typeof english.receiptWords> = {
  title: 'Beleg',
  tryAgain: 'Noch einmal versuchen',
  loading: 'Beleg wird geladen',
  decision: 'Entscheidung',
  approved: 'Freigegeben',
  denied: 'Abgelehnt',
  decided: 'Entschieden',
  outcome: 'Ergebnis',
  tool: 'Werkzeug',
  scope: 'Berechtigung',
  option: 'Auswahl',
  proposed: 'Argumente wie vorgeschlagen, SHA-256',
  arguments: 'Argumente, SHA-256',
  grant: 'Dauerfreigabe',
  signature: 'Signatur, Ed25519',
  signed: 'Von diesem Server signiert. Seine Schlüssel stehen unter {keys}.',
  copyLabel: 'Den Beleg als JSON kopieren',
  copy: 'Als JSON kopieren',
  notYet: 'Ist noch nicht gelaufen',
  notRun: 'Nicht gelaufen',
  failed: 'Gescheitert',
  done: 'Erledigt',
  doneAt: (time) => `Erledigt am ${time}`,
};
