import type * as english from '../playground.ts';
import type { Translation } from '../translation.ts';

export const playgroundWords: Translation<typeof english.playgroundWords> = {
  title: 'Playground',
  what: 'Schreib Blöcke als JSON und sieh, wie andere sie sehen.',
  home: 'Startseite',
  guide: 'Alle Blöcke',
  blocks: 'Blöcke',
  hint: 'Ein Block, eine Liste von Blöcken oder eine Antwort: {"blocks": […], "partial": true}',
  drawn: 'Wie andere es sehen',
  agent: 'Dein Agent',
  nothing: 'Es gibt noch nichts zu zeichnen.',
  verdict: 'Was der Server sagen würde',
  accepted: (count) => (count === 1 ? 'Angenommen: 1 Block.' : `Angenommen: ${count} Blöcke.`),
  refused: (count) => (count === 1 ? 'Abgelehnt: 1 Fehler.' : `Abgelehnt: ${count} Fehler.`),
  notJson: 'Das ist noch kein JSON.',
  notBlocks: 'Das ist kein Block.',
  notBlocksHint:
    'Schreib ein Objekt mit einem Typ, zum Beispiel {"type": "text", "text": "Hallo"}, oder eine Liste davon.',
  copyAs: (language) => `Als ${language} kopieren`,
  typescript: 'TypeScript',
  python: 'Python',
  copyLink: 'Link kopieren',
  send: 'In den Raum senden',
  loadingRoom: 'Der Raum wird geladen',
  heard: 'Was der Agent bekäme',
};
