import type * as english from '../agents.ts';
import type { Translation } from '../translation.ts';

export const agentWords: Translation<typeof english.agentWords> = {
  yours: 'Deine Agenten',
  addModel: 'Modell hinzufügen',
  register: 'Agenten registrieren',
  registerButton: 'Agenten registrieren',
  edit: 'Bearbeiten',
  editTitle: (name) => `${name} bearbeiten`,
  save: 'Änderungen speichern',
  connect: 'Verbinden',
  playground: 'Blöcke im Playground ausprobieren',
  connectTitle: (name) => `${name} verbinden`,
  registered: (name) => `${name} ist registriert`,
  copied: 'Ich habe es kopiert',
  agent: 'Agent',
  loading: 'Agent wird geladen',
  byForm: 'Formular',
  byFile: 'Datei',
  howToSay: 'Wie du ihn beschreibst',
};

export const snippetWords: Translation<typeof english.snippetWords> = {
  language: 'Sprache',
  commands: 'Befehle',
  program: 'Programm',
  run: 'Ausführen',
  names: '1. Lege in einem leeren Ordner fest, wer der Agent ist',
  write: (file) => `2. Speichere das als ${file}`,
  start: '3. Starte ihn',
  secretGone:
    'Das Geheimnis wird nur einmal angezeigt, beim Ausstellen der Zugangsdaten. Stelle neue aus, dann steht es in den Befehlen unten.',
  issue: 'Zugangsdaten ausstellen',
  copy: (what) => `${what} kopieren`,
  placeholder: 'das-geheimnis-das-einmal-angezeigt-wurde',
  guide: 'Weiter im Handbuch',
  publicAddress: (port) => `Er wartet an Port ${port}; deine Webhook-Adresse muss dorthin führen.`,
};

export const manifestFileWords: Translation<typeof english.manifestFileWords> = {
  label: 'Manifest (JSON)',
  hint: 'Zieh eine Datei hierher, wähle eine aus oder füge ihren Inhalt ein.',
  choose: 'Datei auswählen',
  notJson: (why) => `Das ist kein JSON: ${why}`,
  notObject: 'Ein Manifest ist ein JSON-Objekt, in geschweiften Klammern.',
  tooLarge: 'Ein Manifest hat höchstens 256 KiB.',
  at: (pointer) => `Bei ${pointer}:`,
  found: 'Dort steht',
};

export const pauseWords: Translation<typeof english.pauseWords> = {
  before:
    'Solange er angehalten ist, bekommt er keine neuen Nachrichten, und seine Verbindungen werden geschlossen. Was auf ihn wartet, bleibt erhalten und geht hinaus, wenn du ihn fortsetzt.',
  after: (waiting) => `Er ist angehalten: Er bekommt nichts, und das ist in seinen Räumen zu sehen. ${waiting}`,
  gone: 'Die Plattform hat ihn angehalten, weil sein Webhook 410 Gone geantwortet hat.',
  nothingWaits: 'Es wartet nichts auf ihn.',
  one: '1 Nachricht wird für ihn aufbewahrt und geht hinaus, wenn du ihn fortsetzt.',
  many: (count) => `${count} Nachrichten werden für ihn aufbewahrt und gehen hinaus, wenn du ihn fortsetzt.`,
};
