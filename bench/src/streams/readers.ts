import { connect } from 'node:net';

export interface ReadersPlan {
  readonly port: number;
  readonly path: string;
  /** Of those who listen, in turn. */
  readonly cookies: readonly string[];
  readonly count: number;
}

/** Streams that count the frames that come over them. */
export interface Readers {
  size: number;
  /** Frames that came to any of them since the process began. */
  frames: number;
}

const mark = Buffer.from('event: messageAppended');
const atOnce = 100;
const openWithinMs = 15_000;

/** Opens streams, besides those that are open; resolves when each has been answered with 200. */
export async function openReaders({ port, path, cookies, count }: ReadersPlan, readers: Readers): Promise<void> {
  let begun = 0;
  const openSome = async () => {
    while (begun < count) {
      const cookie = cookies[begun++ % cookies.length] ?? '';
      await openReader(port, path, cookie, (frames) => (readers.frames += frames));
      readers.size++;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, openSome));
}

/** One stream: it looks for marks in the bytes as they come, since a parser would cost more than what is measured. */
function openReader(port: number, path: string, cookie: string, heard: (frames: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => {
      socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: text/event-stream\r\ncookie: ${cookie}\r\n\r\n`);
    });
    const timer = setTimeout(() => reject(new Error('A stream was not answered in time.')), openWithinMs);
    let rest: Buffer | null = null;
    let isOpen = false;
    socket.on('data', (chunk: Buffer) => {
      if (!isOpen) {
        clearTimeout(timer);
        isOpen = true;
        if (chunk.toString('latin1', 9, 12) === '200') resolve();
        else reject(new Error(`A stream was answered: ${chunk.toString('latin1', 0, 200)}`));
      }
      const bytes: Buffer = rest ? Buffer.concat([rest, chunk]) : chunk;
      let frames = 0;
      let at = bytes.indexOf(mark);
      let end = 0;
      for (; at >= 0; at = bytes.indexOf(mark, end)) {
        frames++;
        end = at + mark.length;
      }
      // A mark may lie across two chunks; most chunks end with the blank line of a frame.
      const isWhole = bytes[bytes.length - 1] === 10;
      rest = isWhole ? null : Buffer.from(bytes.subarray(Math.max(end, bytes.length - mark.length + 1)));
      if (frames > 0) heard(frames);
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('A stream was closed.')));
  });
}
