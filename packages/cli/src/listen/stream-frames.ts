import type { RelayDelivery } from '@parley/protocol';
import { createParser } from 'eventsource-parser';

/** What comes over the stream of who listens; everything else on it is a sign of life. */
export type ListenFrame = { readonly event: 'ready' } | { readonly event: 'delivery'; readonly data: RelayDelivery };

/** Reads the frames of a stream until it ends. `onActivity` is called for each chunk of bytes. */
export async function* streamFrames(
  body: AsyncIterable<Uint8Array>,
  onActivity: () => void,
): AsyncGenerator<ListenFrame> {
  const frames: ListenFrame[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event === 'ready') frames.push({ event });
      if (event === 'delivery') frames.push({ event, data: JSON.parse(data) as RelayDelivery });
    },
  });
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    onActivity();
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* frames.splice(0);
  }
}
