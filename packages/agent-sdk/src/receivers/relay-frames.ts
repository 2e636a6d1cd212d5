import type { RelayDelivery, RelayReady } from '@parley/protocol';
import { createParser } from 'eventsource-parser';

/** What comes over a relay stream. A comment, or an event that is not known yet, is only a sign of life. */
export type RelayFrame =
  | { readonly event: 'ready'; readonly data: RelayReady }
  | { readonly event: 'delivery'; readonly data: RelayDelivery }
  | { readonly event: 'heartbeat' }
  | { readonly event: 'unreadable'; readonly name: string };

/**
 * Reads the frames of a relay stream until it ends.
 *
 * @param onActivity Called for every chunk of bytes, whatever it holds.
 */
export async function* relayFrames(
  body: AsyncIterable<Uint8Array>,
  onActivity: () => void,
): AsyncGenerator<RelayFrame> {
  const frames: RelayFrame[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const frame = readFrame(event, data);
      if (frame) frames.push(frame);
    },
  });
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    onActivity();
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* frames.splice(0);
  }
}

function readFrame(event: string | undefined, text: string): RelayFrame | null {
  if (event === 'heartbeat') return { event };
  if (event !== 'ready' && event !== 'delivery') return null;
  try {
    const data = JSON.parse(text) as RelayReady & RelayDelivery;
    const isWhole = event === 'ready' ? data.heartbeat_seconds > 0 : isDelivery(data);
    return isWhole ? { event, data } : { event: 'unreadable', name: event };
  } catch {
    return { event: 'unreadable', name: event };
  }
}

function isDelivery({ delivery_id, signature, authorization, body_base64 }: RelayDelivery): boolean {
  return [delivery_id, signature, authorization, body_base64].every((field) => typeof field === 'string');
}
