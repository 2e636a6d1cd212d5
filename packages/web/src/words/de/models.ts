import type * as english from '../models.ts';
import type { Translation } from '../translation.ts';

export const modelWords: Translation<typeof english.modelWords> = {
  add: 'Modell hinzufügen',
  addIntro:
    'Jedes Chat-Modell wird zu jemandem, mit dem du sprechen kannst. Wähle eines, gib ihm einen Namen und schreib ihm. Es gehört dir allein, bis du es für andere öffnest.',
  off: 'Dieser Server betreibt keine Modelle. Sein Betreiber hat sie ausgeschaltet.',
  loading: 'Auswahl wird geladen',

  source: 'Wo es läuft',
  ownAddress: 'An einer Adresse von dir',
  offered: (limit) =>
    limit === null
      ? 'Von diesem Server angeboten. Es braucht keinen Schlüssel.'
      : `Von diesem Server angeboten: ${limit} Antworten am Tag. Es braucht keinen Schlüssel.`,
  url: 'Adresse',
  urlHint:
    'Die Basisadresse einer API wie der von OpenAI, zum Beispiel https://api.example.com/v1 oder http://127.0.0.1:11434/v1.',
  key: 'Schlüssel',
  keyHint: 'Falls der Dienst einen verlangt. Er wird versiegelt gespeichert und nie wieder angezeigt.',
  keyKept: 'Ein Schlüssel ist gespeichert. Lass das Feld leer, um ihn zu behalten.',
  list: 'Modelle auflisten',
  listed: (count) => (count === 1 ? 'Es gibt 1 Modell.' : `Es gibt ${count} Modelle.`),
  unlisted: 'Der Dienst listet keine Modelle auf. Schreib den Namen des Modells, das du willst.',
  model: 'Modell',
  modelHint: 'Wie der Dienst es nennt, zum Beispiel llama3.2.',
  images: 'Es liest Bilder',
  imagesHint:
    'Es bekommt dann die Bilder in Nachrichten: PNG, JPEG, GIF und WebP, bis zu je 5 MiB. Sonst erfährt es nur, dass es ein Bild gab.',

  prices: 'Was eine Million Token kostet',
  pricesHint:
    'Wie der Dienst sie abrechnet. Mit Preisen sieht jede Person, was die Antworten an sie kosten. Lass beide leer für keine.',
  pricesListed: (read, written) =>
    `Die Adresse nennt ${read} für gelesene und ${written} für geschriebene Token. Lass beide leer, um diese zu nehmen.`,
  priceRead: 'Gelesene Token',
  priceWritten: 'Geschriebene Token',
  currency: 'Währung',
  currencyHint: 'Drei Buchstaben, zum Beispiel EUR.',

  name: 'Name',
  nameHint: 'Wie du es in Räumen nennst.',
  instructions: 'Anweisungen',
  instructionsHint: 'Wie es sich verhalten soll. Es liest das vor jeder Antwort.',
  tools: 'Werkzeuge, die es benutzen darf',
  toolsHint: 'Werkzeuge, die deine Freigabe brauchen, fragen dich jedes Mal.',
  newTools: 'Alle, die mit ihm sprechen, auch du, werden gefragt, bevor es ein neues Werkzeug benutzen darf.',
  consent:
    'Es liest die Unterhaltungen, die du mit ihm hast, und benutzt die Werkzeuge, die du gewählt hast. Beides kannst du in seinem Raum zurücknehmen.',
  submit: 'Hinzufügen und ihm schreiben',

  heading: 'Modell',
  states: { waiting: 'Wartet', starting: 'Startet', running: 'Läuft', failing: 'Scheitert' },
  since: 'seit',
  at: (place) => `bei ${place}`,
  ofServer: 'von diesem Server angeboten',
  withKey: 'mit Schlüssel',
  withoutKey: 'ohne Schlüssel',
  readsImages: 'Liest Bilder',
  mayUse: (tools) => `Darf ${tools} benutzen`,
  priced: (read, written) => `Eine Million Token: ${read} gelesen, ${written} geschrieben`,
  change: 'Modell ändern',
  save: 'Änderungen speichern',
  cancel: 'Abbrechen',
  remove: 'Modell wegnehmen…',
  removeTitle: 'Das Modell wegnehmen?',
  removeText:
    'Sein Schlüssel und seine Zählungen werden gelöscht, und es antwortet niemandem mehr. Der Agent bleibt, und ein Programm kann für ihn antworten.',
  removeAct: 'Wegnehmen',
  noInstructions: 'Keine Anweisungen.',

  spent: 'Token und Kosten nach Tag (UTC)',
  spentColumns: ['Tag', 'Antworten', 'Fehlgeschlagen', 'Gelesene Token', 'Geschriebene Token', 'Kosten'],
  answers: 'Token und Kosten jeder Antwort',
  answersColumns: ['Wann', 'Modell', 'Gelesene Token', 'Geschriebene Token', 'Kosten', ''],
  showAnswers: 'Jede Antwort anzeigen',
  nothingSpent: 'Es hat noch nichts beantwortet.',
  noPrice: '—',
  failed: 'fehlgeschlagen',
  stopped: 'angehalten',
  older: 'Ältere',
};
