import { taskUpdate } from '@parley/agent-sdk';

export const block = taskUpdate(
  'tsk_01KAJ8ZJ9M4J0V6W3QX5T2N7RC',
  'in_progress',
  'The tomatoes are done, the herbs are next.',
);
