/** One frame of an event stream. A comment line is not a frame. */
export interface Frame {
  id: string | undefined;
  event: string | undefined;
  data: string;
}

/** An open event stream with everything received so far. */
export interface EventStream {
  status: number;
  headers: Headers;
  frames: Frame[];
  /** Everything received as text, including comments. For a refused stream, the body of the refusal. */
  raw: string;
  /** Whether the server has ended the stream. */
  ended: boolean;
  close(): void;
}

/** Opens a stream and reads it in the background. */
export async function openEventStream(url: string, headers: Record<string, string>): Promise<EventStream> {
  const abort = new AbortController();
  const response = await fetch(url, { headers, signal: abort.signal });
  const stream: EventStream = {
    status: response.status,
    headers: response.headers,
    frames: [],
    raw: '',
    ended: false,
    close: () => abort.abort(),
  };
  if (response.status === 200) void pump(response, stream);
  else stream.raw = await response.text();
  return stream;
}

async function pump(response: Response, stream: EventStream): Promise<void> {
  const decoder = new TextDecoder();
  let pending = '';
  try {
    for await (const chunk of response.body ?? []) {
      const text = decoder.decode(chunk, { stream: true });
      stream.raw += text;
      const blocks = (pending + text).split('\n\n');
      pending = blocks.pop() ?? '';
      for (const block of blocks) addFrame(stream, block);
    }
  } catch {
    // A broken stream has ended too.
  }
  stream.ended = true;
}

function addFrame(stream: EventStream, block: string): void {
  const lines = block.split('\n');
  const field = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}:`)).map((line) => valueOf(line, name));
  const data = field('data');
  if (data.length > 0) stream.frames.push({ id: field('id')[0], event: field('event')[0], data: data.join('\n') });
}

function valueOf(line: string, name: string): string {
  return line.slice(name.length + 1).replace(/^ /, '');
}
