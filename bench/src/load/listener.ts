import { connect } from 'node:net';

/** A browser's event stream. */
export interface Listener {
  close(): void;
}

export interface Heard {
  /** A signal of the type that is listened for came, about this conversation. */
  signal(conversationId: string): void;
  /** The stream was behind and lost some: whoever listens has to look at everything again. */
  lookAgain(): void;
}

/** Opens one; resolves at its first `feedReady`. */
export function openListener(port: number, cookie: string, type: string, heard: Heard): Promise<Listener> {
  const frame = new RegExp(`event: (${type}|feedReady)\\ndata: ([^\\n]*)\\n`, 'g');
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => {
      socket.write(`GET /v1/feed HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${cookie}\r\n\r\n`);
    });
    let text = '';
    let isReady = false;
    const take = (event: string, data: string) => {
      if (event === type) heard.signal((JSON.parse(data) as { conversationId: string }).conversationId);
      else if (isReady) heard.lookAgain();
      isReady = true;
      resolve({ close: () => socket.destroy() });
    };
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      text += chunk;
      let end = 0;
      for (const match of text.matchAll(frame)) {
        take(match[1] ?? '', match[2] ?? '');
        end = match.index + match[0].length;
      }
      text = text.slice(Math.max(end, text.lastIndexOf('\n\n')));
    });
    socket.once('error', reject);
  });
}
