import type * as english from '../consent.ts';
import type { Translation } from '../translation.ts';

export const consentWords: Translation<typeof english.consentWords> = {
  anAgent: 'Ein Agent',
  more: (name) => `${name} bittet um mehr`,
  wanted: (name, scopes) => `${name} braucht deine Einwilligung: ${scopes.join(', ')}`,
  purpose: (count) => (count === 1 ? 'um eine Berechtigung' : `um ${count} Berechtigungen`),
  triedPurpose: 'um das, was gerade abgewiesen wurde',
  remark: 'Du kannst es jederzeit ändern.',
  grant: (chosen, all) => {
    if (all === 1) return 'Erteilen';
    return chosen === all ? `Alle ${all} erteilen` : `${chosen} von ${all} erteilen`;
  },
  notNow: 'Nicht jetzt',
  scope: 'Berechtigung',
  title: 'Wie es dazu sagt',
  why: 'Warum',
  changed: (name, scopes) =>
    `${name} hat sich geändert, seit du entschieden hast, und bittet auch um: ${scopes.join(', ')}.`,
  review: 'Prüfen',
  region: 'Erbeten',
};
