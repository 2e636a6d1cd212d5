import { list } from '@parley/agent-sdk';

export const block = list('For a good day', ['Water', 'Something to sit on', 'A friend']);
