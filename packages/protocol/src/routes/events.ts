import { human } from './route.ts';

/** The stream of browser events, which carry no content. */
export const eventRoutes = {
  streamEvents: human({
    method: 'GET',
    path: '/v1/events',
    summary: 'Server-Sent Events: what changed, without content.',
    doc:
      'Each frame has `id: evt_<unix>_<counter>`, `event:` (the type) and `data:` with `id`, `type`, `occurredAt` and the ids that the ' +
      'interface lists. A stream does not resume: after every `streamReady`, also one in the middle of a stream, fetch again. A ' +
      'comment comes every 15 seconds, and the session is checked each time.',
    answer: { status: 200, media: 'text/event-stream' },
    refusals: ['quota_exceeded'],
  }),
} as const;
