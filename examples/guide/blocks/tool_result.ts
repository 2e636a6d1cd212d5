import { toolResult } from '@parley/agent-sdk';

export const block = toolResult('call_1', '{"sunset":"17:04"}');
