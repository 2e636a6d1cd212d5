import { location } from '@parley/agent-sdk';

export const block = location(46.5588, 7.9836, 'Below the Jungfrau');
