import { notification } from '@parley/agent-sdk';

export const block = notification('The kettle is on', 'Tea in four minutes.', 'Lovely');
