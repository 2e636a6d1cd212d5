import type * as english from '../hearing.ts';
import type { Translation } from '../translation.ts';

export const hearingWords: Translation<typeof english.hearingWords> = {
  label: (agent) => `${agent} hört`,
  all: 'Alle Nachrichten',
  mentions: 'Nur bei Erwähnung',
  hint: (agent, handle) =>
    `Das gilt für alle hier. Wenn nur Erwähnungen zählen, bekommt ${agent} Nachrichten mit @${handle}; Aufgaben, Formulare und Zeitpläne kommen immer an.`,
  hearsMentions: (agent, handle) => `${agent} hört nur Nachrichten mit @${handle}`,
};
