import { toolUse } from '@parley/agent-sdk';

export const block = toolUse('call_1', 'almanac.sunset', { place: 'Bern', date: 'today' });
