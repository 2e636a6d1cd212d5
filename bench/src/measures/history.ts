import { onStage } from '../ground/stage.ts';
import { deliver } from './delivering.ts';
import type { Measure } from './measure.ts';

const empty = 'Parley without';

/** What years of messages, and deliveries that are over or due much later, cost those that are due now. */
export const history: Measure = {
  id: 'p6',
  alias: 'history',
  title: 'History: delivering behind years of messages, beside an empty database',
  budgetSeconds: { full: 900, quick: 45 },
  entrants: [
    onStage('Parley', { contestant: 'Parley with history', role: 'deliver' }, deliver),
    onStage(empty, { contestant: 'Parley', role: 'deliver' }, deliver),
  ],
  rows: [
    { title: 'Deliveries recorded', unit: '/s', better: 'higher', goal: { times: 0.9, than: [empty] } },
    { title: 'Sends accepted meanwhile', unit: '/s', better: 'higher' },
    { title: 'Processor time for one, from send to record, server and database', unit: 'µs', better: 'lower' },
  ],
};
