import type * as english from '../standing.ts';
import { digits } from '../locale.ts';
import type { Translation } from '../translation.ts';

export const boundsWords: Translation<typeof english.boundsWords> = {
  title: 'Freigeben, und dasselbe bis…',
  lead: (agent) =>
    `Was du hier erlaubst, läuft ohne Frage, und jede Nutzung hat einen Beleg. ${agent} erfährt nichts davon.`,
  arguments: 'Was anders sein darf',
  none: 'Dieser Aufruf hat keine Argumente, es gibt also nichts, was anders sein könnte.',
  modes: {
    same: (value) => `bleibt ${value}`,
    limit: 'bis zu einer Grenze',
    free: 'darf alles sein',
  },
  perCall: (name) => `${name} jeweils, höchstens`,
  total: (name) => `${name} insgesamt, höchstens`,
  free: (names) => `Darf anders sein: ${names}.`,
  nothingFree: 'Sonst darf nichts anders sein.',
  uses: 'Wie oft, höchstens',
  usesHint: 'Dieser Aufruf ist die erste Nutzung und zählt mit.',
  unlimited: 'Beliebig oft',
  until: 'Bis wann',
  choose: 'Wählen…',
  untils: {
    today: 'Bis zum Ende von heute',
    days2: 'In 2 Tagen',
    week: 'In einer Woche',
    date: 'Bis zum Ende eines Tages',
  },
  day: 'Datum',
  room: 'Wo',
  rooms: { here: 'In diesem Raum', any: 'In jedem Raum' },
  sentence: 'Was du erlaubst',
  covered: 'Dieser Aufruf ist dabei.',
  notCovered: 'Dieser Aufruf ist noch nicht dabei.',
  others: (count) =>
    count === 1
      ? '1 andere Anfrage, die wartet, ist auch dabei und wird mit freigegeben.'
      : `${count} andere Anfragen, die warten, sind auch dabei und werden mit freigegeben.`,
  give: 'Freigeben und das erlauben',
  back: 'Zurück',
  faults: {
    until: 'Wähle, bis wann.',
    day: 'Wähle ein Datum.',
    past: 'Diese Zeit ist vorbei.',
    far: 'Höchstens 30 Tage im Voraus.',
    uses: 'Sag, wie oft, oder wähle „Beliebig oft“.',
    usesRange: 'Eine ganze Zahl von 1 bis 1.000.',
    number: 'Das ist keine Zahl.',
    below: (value) => `Dieser Aufruf hat schon ${value}. Erlaube mindestens das.`,
    one: 'Setze mindestens eines von beiden.',
    total: 'Münzen brauchen eine Grenze insgesamt.',
    same: 'Höchstens 20 können gleich bleiben, während andere sich ändern.',
    max: 'Höchstens 5 können eine Grenze haben.',
  },
  today: (time) => `heute, ${time}`,
};

export const standingListWords: Translation<typeof english.standingListWords> = {
  title: 'Dauerfreigaben',
  loading: 'Dauerfreigaben werden geladen',
  tryAgain: 'Noch einmal versuchen',
  coinsLeft: (left, total) => `noch ${left} von ${total} Münzen`,
  totalLeft: (left, total, name) => `${name}: noch ${left} von ${total}`,
  usesLeft: (left, uses) => `noch ${digits(left)} von ${digits(uses)} ${uses === 1 ? 'Nutzung' : 'Nutzungen'}`,
  used: (used) => (used === 1 ? 'einmal benutzt' : `${digits(used)}-mal benutzt`),
  until: 'bis',
  end: 'Beenden',
  endLabel: (sentence) => `Beenden: ${sentence}`,
  goneRoom: 'du bist gegangen',
  others: 'anderes Argument des ersten Aufrufs',
  endNote: 'Das Beenden wirkt sofort und kann nicht rückgängig gemacht werden.',
  uses: 'Nutzungen',
  usesLabel: (sentence) => `Nutzungen von: ${sentence}`,
  ended: (count) => `Beendet (${digits(count)})`,
  states: {
    active: 'aktiv',
    expired: 'Beendet: Ihre Zeit ist vorbei.',
    spent: 'Beendet: Sie ist aufgebraucht.',
    revoked: 'Von dir beendet.',
  },
  reasons: {
    scope_withdrawn: 'Beendet: Die Berechtigung, die sie braucht, wurde weggenommen.',
    agent_blocked: 'Beendet: Du hast den Agenten blockiert.',
    agent_deleted: 'Beendet: Der Agent ist weg.',
    agent_suspended: 'Beendet: Der Agent wurde gesperrt.',
    owner_changed: 'Beendet: Der Agent hat einen anderen Besitzer.',
    left_room: 'Beendet: Du oder der Agent habt den Raum verlassen, oder den Raum gibt es nicht mehr.',
    tool_changed: 'Beendet: Das Werkzeug hat sich geändert.',
  },
};

export const usesWords: Translation<typeof english.usesWords> = {
  title: 'Nutzungen',
  loading: 'Nutzungen werden geladen',
  older: 'Ältere',
  tryAgain: 'Noch einmal versuchen',
  outcomes: {
    succeeded: 'Erledigt',
    failed: 'Gescheitert',
    denied: 'Nicht gelaufen: Es war nicht mehr erlaubt',
  },
  underWay: 'Läuft',
  noArguments: 'keine Argumente',
  receipt: 'Beleg',
  receiptLabel: (time) => `Beleg von ${time}`,
};
