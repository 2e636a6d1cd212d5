import type * as english from '../turn.ts';
import type { Translation } from '../translation.ts';

export const turnWords: Translation<typeof english.turnWords> = {
  offline: 'Noch nicht gesendet. Du bist offline.',
  sent: 'Gesendet',
  delivered: 'Zugestellt',
  waits: 'Wartet auf dich: Entscheide oben.',
  stopped: 'Du hast die Antwort angehalten.',
  left: ({ name }) => `${name} ist gegangen. Es kommt keine Antwort.`,
  blocked: ({ name }) => `Du hast ${name} blockiert. Es kommt keine Antwort.`,
  blockedBefore: ({ name }) => `Du hast ${name} blockiert.`,
  sending: ({ name }) => `Wird an ${name} gesendet`,
  unconnected: ({ name }) => `${name} ist nicht verbunden und bekommt das bei der nächsten Verbindung.`,
  pausedUnaddressed: ({ name }) => `${name} ist angehalten und bekommt das nicht.`,
  pausedBefore: ({ name }) => `${name} wurde vom Besitzer angehalten und bekommt das beim Fortsetzen.`,
  pausedSince: ({ name }) => `${name} wurde angehalten und antwortet vielleicht nicht.`,
  has: ({ name }) => `${name} hat es.`,
  hasNotBegun: ({ name }) => `${name} hat es und hat noch nicht begonnen.`,
  writing: ({ name }) => `${name} schreibt`,
  asks: ({ name, asked = 'einen anderen Agenten' }) => `${name} hat ${asked} gefragt`,
  halfWay: {
    unconnected: ({ name }) => `${name} hat mittendrin aufgehört: Die Verbindung ging verloren.`,
    paused: ({ name }) => `${name} hat mittendrin aufgehört: vom Besitzer angehalten.`,
    left: ({ name }) => `${name} ist mittendrin gegangen.`,
    blocked: ({ name }) => `${name} hat mittendrin aufgehört: von dir blockiert.`,
  },
  retrying: ({ name, nextTry }) =>
    `${name} war nicht erreichbar. ${nextTry === null ? 'Es wird noch einmal versucht.' : `Der nächste Versuch ist um ${nextTry}.`}`,
  failed: {
    connected: 'Konnte nicht zugestellt werden. Sende es noch einmal.',
    unconnected: ({ name }) => `Konnte nicht zugestellt werden. ${name} war nicht erreichbar. Sende es noch einmal.`,
    paused: ({ name }) => `Konnte nicht zugestellt werden. ${name} wurde vom Besitzer angehalten.`,
    left: ({ name }) => `Konnte nicht zugestellt werden. ${name} ist gegangen.`,
    blocked: ({ name }) => `Konnte nicht zugestellt werden. Du hast ${name} blockiert.`,
  },
  broken: ({ name }) => `${name} konnte nicht antworten.`,
  hasEarlier: ({ name }) => `${name} hat den früheren Text.`,
  answeredEarlier: ({ name }) => `${name} hat auf den früheren Text geantwortet`,
};
