import type { BrowserEvent, UserId } from '@parley/protocol';
import { openLiveStream } from './live-stream.ts';
import type { LiveStreamParts } from './live-stream.ts';
import { endLeadership, leadAmongTabs } from './tabs.ts';

/** What tabs of one person tell each other. */
type News = { readonly event: BrowserEvent } | { readonly connected: boolean } | { readonly asks: true };

/** A tab that leads and does not answer for this long is asleep. */
const answersWithinMs = 3000;
const asksEveryMs = 20_000;

/**
 * Follows the change signals of a person through one stream for all tabs of the browser: one tab holds it and tells the others. When
 * that tab is closed or asleep another opens the stream anew, and its `streamReady` has every tab read again.
 */
export function followSignals(userId: UserId, parts: LiveStreamParts): () => void {
  if (!('locks' in navigator)) return followWhileVisible(parts);
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

  /** A tab that somebody looks at makes sure that the one that leads is awake. */
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
    // What was read before this tab listened may have changed meanwhile.
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

/** Without locks each tab has a stream of its own, for as long as somebody looks at it: a browser has few connections. */
function followWhileVisible(parts: LiveStreamParts): () => void {
  let close: (() => void) | null = null;
  const look = () => {
    if (document.visibilityState === 'visible') close ??= openLiveStream(parts);
    else {
      close?.();
      close = null;
    }
  };
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    close?.();
  };
}
