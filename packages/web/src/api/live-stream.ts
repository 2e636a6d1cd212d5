import { browserEventTypes } from '@parley/protocol';
import type { BrowserEvent } from '@parley/protocol';

export interface LiveStreamParts {
  readonly onEvent: (event: BrowserEvent) => void;
  /** Called with true when the stream opens and with false when it is lost. */
  readonly onConnected: (connected: boolean) => void;
}

const firstRetryMs = 1000;
const longestRetryMs = 20_000;

/**
 * Opens the one stream of change signals and keeps it open until the returned function is called. The browser reconnects by
 * itself after a lost connection; where it gives up (an HTTP error), a new stream is opened after a growing pause.
 */
export function openLiveStream({ onEvent, onConnected }: LiveStreamParts): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = firstRetryMs;

  function open(): void {
    source = new EventSource('/v1/events');
    for (const type of browserEventTypes) {
      source.addEventListener(type, (event: MessageEvent<string>) => onEvent(JSON.parse(event.data) as BrowserEvent));
    }
    source.onopen = () => {
      pauseMs = firstRetryMs;
      onConnected(true);
    };
    source.onerror = () => {
      onConnected(false);
      if (source.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, pauseMs * (0.75 + Math.random() / 2));
      pauseMs = Math.min(pauseMs * 2, longestRetryMs);
    };
  }

  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
