import { catalogue } from './catalogue.ts';

/** Texts of the delivery log. */
export const deliveryLogWords = catalogue('deliveryLogWords', {
  title: 'Deliveries',
  show: 'Show',
  filters: { all: 'All', pending: 'Pending', delivered: 'Delivered', failed: 'Failed' },
  loading: 'Loading deliveries',
  none: 'Nothing here. Write to the agent and it shows up.',
  older: 'Older',
  log: 'Delivery log',
  columns: ['When', 'Event', 'State', 'Attempts', 'Next try', 'Delivery'],
  handlerFailed: 'handler failed',
  details: 'Details',
  of: (id: string) => `of ${id}`,
});
