/**
 * Reads a stream of Server-Sent Events to its end and calls `onEvent` with the parsed data of each event. Calls `heard` for every chunk,
 * including comments.
 */
export async function readEvents<Event>(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: Event) => void,
  heard: () => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let pending = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    heard();
    const frames = (pending + decoder.decode(value, { stream: true })).split('\n\n');
    pending = frames.pop() ?? '';
    for (const frame of frames) {
      const data = frame.split('\n').find((line) => line.startsWith('data: '));
      if (data !== undefined) onEvent(JSON.parse(data.slice('data: '.length)) as Event);
    }
  }
}
