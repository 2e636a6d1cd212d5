import type { FeedEvent, UserId } from '@parley/protocol';
import { openLiveStream } from './live-stream.ts';
import type { LiveStreamParts } from './live-stream.ts';
import { endLeadership, leadAmongTabs } from './tabs.ts';

/** The messages between tabs of one person. */
type News =
  | { readonly event: FeedEvent }
  | { readonly connected: boolean; readonly lastId: string | null }
  | { readonly asks: true };

/** A leader without an answer for this long is asleep. */
const answersWithinMs = 3000;
const asksEveryMs = 20_000;

/**
 * Follows a person's change signals through one stream for all tabs of the browser: one tab holds the stream and passes signals on. When
 * that tab is closed or asleep, another tab opens a new stream, which resumes after the last event that the tab heard of.
 */
export function followSignals(userId: UserId, parts: LiveStreamParts): () => void {
  const name = `parley-signals-${userId}`;
  const channel = new BroadcastChannel(name);
  let isConnected = false;
  let closeStream: (() => void) | null = null;
  let unanswered: ReturnType<typeof setTimeout> | undefined;
  const position = trackPosition();

  const tell = (news: News) => channel.postMessage(news);
  const handle = (event: FeedEvent) => {
    position.note(event);
    parts.onEvent(event);
  };
  const resign = leadAmongTabs(name, {
    start() {
      clearTimeout(unanswered);
      closeStream = openLiveStream({
        onEvent: (event) => {
          tell({ event });
          handle(event);
        },
        onConnected: (connected) => {
          isConnected = connected;
          tell({ connected, lastId: position.lastId() });
          parts.onConnected(connected);
        },
        lastId: position.lastId,
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
      if (closeStream) tell({ connected: isConnected, lastId: position.lastId() });
      return;
    }
    clearTimeout(unanswered);
    if ('event' in data) return handle(data.event);
    parts.onConnected(data.connected);
    if (data.connected && position.isUnknown()) {
      parts.onEvent(readAgain(data.lastId ?? ''));
      position.take(data.lastId);
    }
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

/** Returns the event that makes a tab read everything again. */
function readAgain(id: string): FeedEvent {
  return { id, type: 'feedReady', occurredAt: new Date().toISOString(), resumed: false };
}

/** Tracks the last event up to which this tab has read everything. It is unknown until the tab has read again once. */
function trackPosition() {
  let id: string | null = null;
  // Data read before this tab listened may be stale.
  let isUnknown = true;
  const take = (newId: string | null) => {
    id = newId;
    isUnknown = false;
  };
  return {
    lastId: () => id,
    isUnknown: () => isUnknown,
    take,
    note(event: FeedEvent) {
      if (!isUnknown || (event.type === 'feedReady' && !event.resumed)) take(event.id);
    },
  };
}
