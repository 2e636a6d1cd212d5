import type { FeedEvent } from '@parley/protocol';
import { otherSession } from './request.ts';
import { callerHeaders } from './person.ts';
import { readEvents } from './read-events.ts';

export interface LiveStreamParts {
  readonly onEvent: (event: FeedEvent) => void;
  /** Called with true when the stream opens and with false when it is lost. */
  readonly onConnected: (connected: boolean) => void;
}

export interface FeedPosition {
  /** The id of the last event that was handled, or null. The stream resumes after it. */
  readonly lastId: () => string | null;
}

const firstRetryMs = 1000;
const longestRetryMs = 20_000;
/** The server sends something every 15 s; a stream that is silent for longer than this is lost. */
const silentMs = 45_000;

/**
 * Opens the stream of change signals and keeps it open until the returned function is called. Reconnects after a loss, with growing delays,
 * and resumes after the last event. Uses `fetch`, because EventSource cannot send the header with the person's id.
 */
export function openLiveStream({ onEvent, onConnected, lastId }: LiveStreamParts & FeedPosition): () => void {
  const end = new AbortController();
  let pauseMs = firstRetryMs;
  let wake = (): void => undefined;

  async function listen(): Promise<void> {
    const abort = new AbortController();
    const stop = () => abort.abort();
    end.signal.addEventListener('abort', stop);
    let silence = setTimeout(stop, silentMs);
    try {
      const from = lastId();
      const headers = {
        accept: 'text/event-stream',
        ...(from !== null && { 'last-event-id': from }),
        ...callerHeaders(),
      };
      const response = await fetch('/v1/feed', { headers, credentials: 'same-origin', signal: abort.signal });
      if (response.status === 409) otherSession();
      if (response.status !== 200 || !response.body) return stop();
      pauseMs = firstRetryMs;
      onConnected(true);
      await readEvents<FeedEvent>(response.body, onEvent, () => {
        clearTimeout(silence);
        silence = setTimeout(stop, silentMs);
      });
    } finally {
      clearTimeout(silence);
      end.signal.removeEventListener('abort', stop);
    }
  }

  async function keepOpen(): Promise<void> {
    while (!end.signal.aborted) {
      await listen().catch(() => undefined);
      if (end.signal.aborted) return;
      onConnected(false);
      const jitteredMs = pauseMs * (0.75 + Math.random() / 2);
      pauseMs = Math.min(pauseMs * 2, longestRetryMs);
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, jitteredMs);
      });
    }
  }

  const onOnline = () => wake();
  window.addEventListener('online', onOnline);
  void keepOpen();
  return () => {
    window.removeEventListener('online', onOnline);
    end.abort();
    wake();
  };
}
