import { progress } from '@parley/agent-sdk';

export const block = progress('Reading 12 of 40 files', 30);
