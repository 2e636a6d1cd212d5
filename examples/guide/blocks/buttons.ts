import { buttons } from '@parley/agent-sdk';

export const block = buttons([
  'Tea',
  { label: 'Coffee, black', payload: 'coffee' },
  { label: 'Nothing, thank you', payload: 'nothing' },
]);
