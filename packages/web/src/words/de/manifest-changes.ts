import type * as english from '../manifest-changes.ts';
import type { Translation } from '../translation.ts';

export const manifestChangeWords: Translation<typeof english.manifestChangeWords> = {
  title: 'Was sich ändern würde',
  none: 'Nichts: Es wartet, wie es ist.',
  name: (from, to) => `Name: ${from} → ${to}`,
  handle: (from, to) => `Benutzername: @${from} → @${to}`,
  description: (to) => `Beschreibung: ${to}`,
  transport: (to) => `Erreichbar über: ${to}`,
  webhook: (to) => `Webhook: ${to}`,
  noWebhook: 'Kein Webhook mehr',
  access: (to) => `Wer mit ihm sprechen darf: ${to}`,
  picture: 'Ein anderes Bild oder keines',
  homepage: (to) => `Website: ${to}`,
  asks: (scope, reason) => `Bittet um ${scope}: ${reason}`,
  asksNoMore: (scope) => `Bittet nicht mehr um ${scope}`,
};
