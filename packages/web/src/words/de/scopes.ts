import type * as english from '../scopes.ts';
import type { Translation } from '../translation.ts';

export const scopeWords: Translation<typeof english.scopeWords> = {
  'clock.read': 'Die aktuelle Uhrzeit lesen',
  'coin.charge': 'Münzen von deinem Guthaben abbuchen',
  'decision.request': 'Dich um Entscheidungen bitten',
  'history.read': 'Lesen, was du in gemeinsamen Räumen geschrieben hast',
  'identity.read': 'Deinen Namen und Benutzernamen lesen',
  'proactive.message': 'Dir ungefragt schreiben',
  'schedule.write': 'Planen, wann er für dich arbeitet, in gemeinsamen Räumen',
};
