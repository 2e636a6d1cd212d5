import type * as english from '../shortcuts.ts';
import type { Translation } from '../translation.ts';

const mod = /Mac|iPhone|iPad/.test(globalThis.navigator.userAgent) ? '⌘' : 'Strg';
const shift = 'Umschalt';

export const shortcutWords: Translation<typeof english.shortcutWords> = {
  title: 'Tastenkürzel',
  newThread: [mod, shift, 'O'],
  search: [mod, shift, 'F'],
  stop: [mod, '.'],
  groups: [
    {
      title: 'Überall',
      keys: [
        { keys: [mod, 'K'], does: 'Zu einer Unterhaltung gehen' },
        { keys: ['Alt', 'W'], does: 'Zum Nächsten gehen, das auf dich wartet' },
        { keys: ['?'], does: 'Diese Tasten anzeigen' },
      ],
    },
    {
      title: 'In einer Unterhaltung',
      keys: [
        { keys: ['Enter'], does: 'Senden' },
        { keys: [shift, 'Enter'], does: 'Neue Zeile' },
        { keys: [mod, '.'], does: 'Antwort anhalten' },
        { keys: ['↑'], does: 'Deine letzte Nachricht bearbeiten, im leeren Feld' },
        { keys: ['Esc'], does: 'Nachrichtenfeld verlassen' },
        { keys: [mod, shift, 'O'], does: 'Neuer Thread mit demselben Agenten' },
        { keys: [mod, shift, 'F'], does: 'In diesem Raum suchen' },
        { keys: ['Alt', shift, '↓'], does: 'Zur nächsten ungelesenen Unterhaltung gehen' },
        { keys: ['Alt', 'Bild ↑'], does: 'Zur ersten ungelesenen Nachricht gehen' },
        { keys: ['Alt', 'Bild ↓'], does: 'Zur neuesten Nachricht gehen' },
        { keys: ['Alt', '↑'], does: 'Zur vorigen Nachricht gehen' },
        { keys: ['Alt', '↓'], does: 'Zur nächsten Nachricht gehen' },
        { keys: ['+'], does: 'Auf die gewählte Nachricht reagieren' },
      ],
    },
    {
      title: 'In der Liste der Unterhaltungen',
      keys: [
        { keys: ['Alt', 'P'], does: 'Die gewählte Unterhaltung anheften oder lösen' },
        { keys: ['Alt', 'A'], does: 'Die gewählte Unterhaltung archivieren oder zurückholen' },
      ],
    },
    {
      title: 'Im Eingang',
      keys: [
        { keys: ['J', 'K'], does: 'Nach unten oder oben gehen' },
        { keys: ['A'], does: 'Freigeben' },
        { keys: ['D'], does: 'Ablehnen' },
        { keys: ['E'], does: 'Erledigt' },
      ],
    },
  ],
  forAdmins: {
    title: 'In den Listen des Servers',
    keys: [
      { keys: ['J', 'K'], does: 'Nach unten oder oben gehen' },
      { keys: ['/'], does: 'Zur Suche gehen' },
    ],
  },
};
