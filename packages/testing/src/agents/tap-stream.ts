interface Tap {
  readonly stream: ReadableStream<Uint8Array>;
  /** Breaks the stream for its reader and its writer. */
  cut(): void;
  /** Resolves when the stream is over, however. */
  readonly over: Promise<void>;
}

/** Passes an event stream on, frame by frame, and has each delivery brought by `bring`. */
export function tapStream(body: ReadableStream<Uint8Array>, bring: (arrive: () => void) => void): Tap {
  const reader = body.getReader();
  const encoder = new TextEncoder();
  let isOpen = true;
  let cut: () => void = () => undefined;
  let end: () => void = () => undefined;
  const over = new Promise<void>((resolve) => (end = resolve));

  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const pass = (frame: string) => isOpen && controller.enqueue(encoder.encode(frame));
      const close = (error?: unknown) => {
        if (!isOpen) return;
        isOpen = false;
        if (error === undefined) controller.close();
        else controller.error(error);
        end();
      };
      cut = () => {
        close(new Error('The test has cut this stream.'));
        void reader.cancel().catch(() => undefined);
      };
      void readFrames(reader, (frame) => {
        if (/^event: ?delivery$/m.test(frame)) bring(() => pass(frame));
        else pass(frame);
      }).then(() => close(), close);
    },
    async cancel(reason) {
      isOpen = false;
      end();
      await reader.cancel(reason);
    },
  });
  return { stream, cut: () => cut(), over };
}

async function readFrames(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  take: (frame: string) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      take(text.slice(0, end + 2));
      text = text.slice(end + 2);
    }
  }
}
