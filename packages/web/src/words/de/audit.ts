import type * as english from '../audit.ts';
import type { Translation } from '../translation.ts';

export const auditWords: Translation<typeof english.auditWords> = {
  title: 'Audit',
  hint: 'Wer geändert hat, was jemand darf, das Neueste zuerst. Die Zeilen enthalten IDs und Zustände, keine Namen und keine Texte.',
  actor: 'Wer, als ID',
  target: 'An wem oder was, als ID',
  action: 'Was',
  any: 'Alles',
  since: 'Ab',
  until: 'Vor',
  clear: 'Filter löschen',
  export: 'Herunterladen (.ndjson)',
  none: 'Keine Zeile passt.',
  rows: 'Zeilen des Audit-Protokolls',
  more: 'Ältere anzeigen',
  actors: {
    user: 'Eine Person',
    agent: 'Ein Agent',
    system: 'Der Server',
    scim: 'Das Verzeichnis',
    machine: 'Jemand am Rechner',
  },
  onlyActor: 'Nur vom selben',
  onlyTarget: 'Nur am selben',
  openPerson: 'Person öffnen',
  to: 'an',
  row: 'Zeile',
  address: 'Von',
  request: 'Anfrage',
  hash: 'Hash',
};
