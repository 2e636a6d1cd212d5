import type { BrowserEvent, UserId } from '@parley/protocol';
import { openLiveStream } from './live-stream.ts';
import type { LiveStreamParts } from './live-stream.ts';
import { endLeadership, leadAmongTabs } from './tabs.ts';

/** The messages between tabs of one person. */
type News = { readonly event: BrowserEvent } | { readonly connected: boolean } | { readonly asks: true };

/** A leader without an answer for this long is asleep. */
const answersWithinMs = 3000;
const asksEveryMs = 20_000;

/**
 * Follows a person's change signals through one stream for all tabs of the browser: one tab holds the stream and passes signals on. When
 * that tab is closed or asleep, another tab opens a new stream, and its `streamReady` makes every tab read again.
 */
export function followSignals(userId: UserId, parts: LiveStreamParts): () => void {
  const name = `parley-signals-${userId}`;
  const channel = new BroadcastChannel(name);
  let isConnected = false;
  let closeStream: (() => void) | null = null;
  let unanswered: ReturnType<typeof setTimeout> | undefined;
  let mayHaveMissed = true;

  const tell = (news: News) => channel.postMessage(news);
  const resign = leadAmongTabs(name, {
    start() {
      clearTimeout(unanswered);
      closeStream = openLiveStream({
        onEvent: (event) => {
          tell({ event });
          parts.onEvent(event);
        },
        onConnected: (connected) => {
          isConnected = connected;
          tell({ connected });
          parts.onConnected(connected);
        },
      });
    },
    stop() {
      closeStream?.();
      closeStream = null;
    },
  });

  /** A visible tab checks that the leader is awake. */
  function ask(): void {
    if (closeStream || document.visibilityState !== 'visible') return;
    tell({ asks: true });
    clearTimeout(unanswered);
    unanswered = setTimeout(() => endLeadership(name), answersWithinMs);
  }

  channel.onmessage = ({ data }: MessageEvent<News>) => {
    if ('asks' in data) {
      if (closeStream) tell({ connected: isConnected });
      return;
    }
    clearTimeout(unanswered);
    if ('event' in data) return parts.onEvent(data.event);
    parts.onConnected(data.connected);
    // Data read before this tab listened may be stale.
    if (mayHaveMissed && data.connected)
      parts.onEvent({ id: '', type: 'streamReady', occurredAt: new Date().toISOString() });
    mayHaveMissed &&= !data.connected;
  };
  const timer = setInterval(ask, asksEveryMs);
  document.addEventListener('visibilitychange', ask);
  window.addEventListener('online', ask);
  ask();

  return () => {
    clearInterval(timer);
    clearTimeout(unanswered);
    document.removeEventListener('visibilitychange', ask);
    window.removeEventListener('online', ask);
    resign();
    channel.close();
  };
}
