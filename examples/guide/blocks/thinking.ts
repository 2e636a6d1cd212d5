import { thinking } from '@parley/agent-sdk';

export const block = thinking('They want to know when the sun sets. I look it up.', 'c2lnbmF0dXJl');
