import { intent } from '@parley/agent-sdk';

export const block = intent('Looking through your calendar');
