import { connect, type Socket } from 'node:net';

export interface Response {
  readonly status: number;
  readonly body: string;
}

/** A kept-alive HTTP/1.1 connection with one request under way at a time. */
export interface Connection {
  /** Sends the bytes of one whole request; resolves with its answer. */
  send(request: string): Promise<Response>;
  close(): void;
}

const lengthHeader = /\r\ncontent-length: (\d+)/i;

/**
 * Opens a connection that does as little as it can for each request: the client shares the machine with what it measures,
 * and a client that costs more hides the differences. It reads answers with a `Content-Length` only.
 */
export function openConnection(port: number): Promise<Connection> {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let waiting: { resolve: (response: Response) => void; reject: (error: Error) => void } | null = null;
  let received = '';

  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    received += chunk;
    const response = parse(received);
    if (!response) return;
    received = '';
    waiting?.resolve(response);
  });
  const lost = (error?: Error) => waiting?.reject(error ?? new Error('The server closed the connection.'));

  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      socket.on('error', lost);
      socket.on('close', () => lost());
      resolve({
        send: (request) =>
          new Promise((answered, failed) => {
            waiting = { resolve: answered, reject: failed };
            socket.write(request, 'latin1');
          }),
        close: () => socket.destroy(),
      });
    });
  });
}

/** The answer, or null while some of it is still on its way. */
function parse(text: string): Response | null {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const length = Number(lengthHeader.exec(text)?.[1]);
  if (Number.isNaN(length)) throw new Error(`An answer without a length: ${text.slice(0, 200)}`);
  const body = text.slice(end + 4);
  return body.length < length ? null : { status: Number(text.slice(9, 12)), body };
}
