import { catalogue } from './catalogue.ts';

/** Texts of a task block. */
export const taskBlockWords = catalogue('taskBlockWords', {
  kind: 'Task',
  now: (status: string) => `now ${status.toLowerCase()}`,
  instructions: 'Instructions',
  failed: 'That did not work.',
  cancel: 'Cancel task',
  cancelHint: 'A cancelled task does not go on.',
  keep: 'Keep it',
});
