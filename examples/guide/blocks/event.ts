import { event } from '@parley/agent-sdk';

export const block = event('Picnic', '2026-06-01T12:30:00+02:00', '2026-06-01T15:30:00+02:00');
