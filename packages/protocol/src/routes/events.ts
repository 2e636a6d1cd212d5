import { human } from './route.ts';

/** What changed, without content. */
export const eventRoutes = {
  streamEvents: human({
    method: 'GET',
    path: '/v1/events',
    summary: 'Server-Sent Events: what changed, without content.',
    answer: { status: 200, media: 'text/event-stream' },
    refusals: ['quota_exceeded'],
  }),
} as const;
