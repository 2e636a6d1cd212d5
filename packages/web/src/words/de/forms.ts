import type * as english from '../forms.ts';
import { digits } from '../locale.ts';
import type { Translation } from '../translation.ts';

export const formWords: Translation<typeof english.formWords> = {
  kind: 'Formular',
  sending: 'Wird gesendet',
  send: 'Antworten senden',
  once: 'Einmal, und nur an den Agenten. Der Raum sieht es nicht.',
  answered: 'Du hast dieses Formular beantwortet.',
  failed: 'Das hat nicht geklappt. Was du eingegeben hast, ist noch da.',
  notYet: 'Es kann beantwortet werden, sobald die Nachricht vollständig ist.',
  notHere: 'Es kann hier nicht beantwortet werden.',
  pick: 'Bitte wählen',
  none: 'Keine Angabe',
};

export const formFaultWords: Translation<typeof english.formFaultWords> = {
  missing: {
    text: 'Fülle das aus.',
    number: 'Gib eine Zahl an.',
    date: 'Wähle einen Tag.',
    select: 'Wähle einen Eintrag.',
  },
  tooLong: (most) => `Kürze das auf ${digits(most)} Zeichen.`,
  noNumber: 'Gib eine Zahl an.',
  noDay: 'Gib einen Tag des Kalenders an.',
  notListed: 'Wähle einen Eintrag der Liste.',
};
