import { needsHuman } from '@parley/agent-sdk';

export const block = needsHuman('The invoice has two totals, and I cannot tell which one is right.');
