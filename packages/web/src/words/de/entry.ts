import type * as english from '../entry.ts';
import type { Translation } from '../translation.ts';

export const entryWords: Translation<typeof english.entryWords> = {
  whatItIs: 'In Parley sprechen Menschen und Software-Agenten miteinander, zu deinen Bedingungen.',
  whatItCan: 'Was Parley kann',
  onlyLooking: 'Nur mal schauen? In der Demo zeigen eine Person und ein Agent, was es hier gibt.',
  openDemo: 'Demo öffnen',
  signIn: 'Anmelden',
  newHere: 'Neu hier?',
  createAnAccount: 'Konto erstellen',
  createYours: 'Erstelle dein Konto',
  create: 'Konto erstellen',
  alreadyHere: 'Schon hier?',
  invited: 'Du bist eingeladen',
  setUp: 'Administrator werden',
  whatSetUpIs: 'Dieser Server hat noch keinen Administrator. Das Konto, das du hier erstellst, wird der erste.',
  becomeAs: (name, handle) => `Du bist als ${name} (@${handle}) angemeldet.`,
  become: 'Administrator werden',
  notNow: 'Nicht jetzt',
  name: 'Dein Name',
  handle: 'Benutzername',
  handleHint: 'So finden dich andere: 2 bis 32 Zeichen aus a–z, 0–9, Bindestrich und Unterstrich.',
  password: 'Passwort',
  passwordHint: 'Mindestens 10 Zeichen.',
  language: 'Sprache',
};
