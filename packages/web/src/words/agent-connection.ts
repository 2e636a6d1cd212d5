import { catalogue } from './catalogue.ts';

/** Texts about an agent's connection, for its owner. */
export const connectionWords = catalogue('connectionWords', {
  heading: 'Connection',
  connected: 'Connected',
  never: 'Never connected',
  lost: 'Not connected',
  refusing: 'Its address refuses what Parley sends',
  since: 'since',
  streams: (count: number) => (count === 1 ? '1 open stream' : `${count} open streams`),
  listenedBy: (who: string | null) => (who === null ? 'You listen to it from a session' : `You listen to it: ${who}`),
  token: (name: string | null) => `token ${name ?? ''}`.trim(),
  endListening: 'End listening',
  listeningHint: 'Its deliveries go there and not to the agent.',
  lastDelivery: 'Last delivery',
  noDelivery: 'Nothing has been sent to it yet.',
  unknown: 'The connection could not be read.',

  waiting: 'Waiting for your agent…',
  waitingHint: 'This page changes by itself as soon as it is there.',
  webhookHint: 'Parley calls it when somebody writes to it. Talk with it to see whether it answers.',
  arrived: 'Connected ✓',
});
