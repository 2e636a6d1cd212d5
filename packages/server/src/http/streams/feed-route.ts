import { routes } from '@parley/protocol';
import type { App } from '../../chat/conversations/app.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { FeedStream } from './feed-stream.ts';
import { Feeds } from './feeds.ts';
import { createFlusher } from './flusher.ts';
import type { OpenPersonStream } from './person-streams.ts';

/** The event stream that resumes: the signals of `GET /v1/events`, from the position that the reader names. */
export function feedRoute(app: Pick<App, 'clock' | 'hub' | 'metrics'>, open: OpenPersonStream): HumanRoute {
  const { clock, metrics } = app;
  const flusher = createFlusher();
  const feeds = new Feeds(app);
  return humanRoute(routes.streamFeed, async (call) => {
    const from = call.headers['last-event-id']?.toString() ?? call.query.after ?? null;
    const { userId } = call.caller;
    return open(call, (sink) => {
      const log = feeds.logOf(userId);
      const onCut = () => metrics.signalsCut('slow_reader');
      const stream = new FeedStream({ sink, flusher, clock, log, onCut }, from);
      sink.onClose(feeds.add(userId, stream));
      return stream;
    });
  });
}
