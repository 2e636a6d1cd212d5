import { z } from 'zod';
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
  streamFeed: human({
    method: 'GET',
    path: '/v1/feed',
    summary: 'Server-Sent Events that resume: what changed, without content, from a position on.',
    doc:
      'The frames of `GET /v1/events` with `id: <epoch>.<n>`, also as `id` of the data. Send the last id in `Last-Event-ID`, or in ' +
      '`?after=` where no header can be sent; the header wins. The first frame is `feedReady`: with `resumed: true` everything since ' +
      'follows, in order and once; with `resumed: false` fetch again. That is so without an id, for an id that this server does not ' +
      'know, and where more than 5 minutes or 1,024 events have passed since. `feedReady` with `resumed: false` also comes in the ' +
      'middle of a feed, wherever `GET /v1/events` would send `streamReady`. A strange id is never refused.',
    query: z.object({ after: z.string().optional() }),
    answer: { status: 200, media: 'text/event-stream' },
    refusals: ['quota_exceeded'],
  }),
} as const;
