import type * as english from '../task-block.ts';
import type { Translation } from '../translation.ts';

export const taskBlockWords: Translation<typeof english.taskBlockWords> = {
  kind: 'Aufgabe',
  now: (status) => `jetzt: ${status}`,
  instructions: 'Anweisungen',
  failed: 'Das hat nicht geklappt.',
  cancel: 'Aufgabe abbrechen',
  cancelHint: 'Eine abgebrochene Aufgabe geht nicht weiter.',
  keep: 'Behalten',
};
