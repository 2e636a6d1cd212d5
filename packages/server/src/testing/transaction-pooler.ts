import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A pooler in transaction mode: each transaction of a client goes to any free session. */
export interface TransactionPooler {
  /** URL of the database through the pooler. */
  readonly url: string;
  close(): Promise<void>;
}

interface Session {
  readonly socket: Socket;
  client: Socket | null;
  /** Statements without an answer yet. A client may send several without waiting. */
  unanswered: number;
}

const askForTls = 80_877_103;
const welcome = Buffer.from([...message('R', [0, 0, 0, 0]), ...message('Z', [0x49])]);

/**
 * Starts a pooler with a number of sessions to the PostgreSQL server of `databaseUrl`, which must ask for no password.
 * Free sessions are lent newest first, which is PgBouncer's default, or in turn.
 */
export async function transactionPooler(
  databaseUrl: string,
  { sessions: most, inTurn }: { readonly sessions: number; readonly inTurn: boolean },
): Promise<TransactionPooler> {
  const url = new URL(databaseUrl);
  const { hostname, port } = url;
  const sockets = new Set<Socket>();
  const free: Session[] = [];
  const waiting: (() => void)[] = [];
  let opened = 0;

  const open = async (startup: Buffer): Promise<Session> => {
    opened += 1;
    const socket = connect(Number(port || 5432), hostname).on('error', () => undefined);
    sockets.add(socket);
    const session: Session = { socket, client: null, unanswered: 1 };
    const isReady = new Promise<void>((resolve) => {
      eachMessage(socket, true, (type, bytes) => {
        if (type === 'Z') session.unanswered -= 1;
        const isOver = type === 'Z' && bytes.at(-1) === 0x49 && session.unanswered <= 0;
        session.client?.write(bytes);
        if (!isOver) return;
        if (session.client !== null) free.push(session);
        session.client = null;
        waiting.shift()?.();
        resolve();
      });
    });
    socket.write(startup);
    await isReady;
    return session;
  };

  const lend = async (startup: Buffer): Promise<Session> => {
    const known = inTurn ? free.shift() : free.pop();
    if (known) return known;
    if (opened < most) return open(startup);
    await new Promise<void>((resolve) => waiting.push(resolve));
    return lend(startup);
  };

  const listener = createServer((client) => {
    sockets.add(client.on('error', () => undefined));
    let startup: Buffer | null = null;
    let session: Session | null = null;
    let work = Promise.resolve();
    eachMessage(client, false, (type, bytes) => {
      if (startup === null) {
        if (bytes.readInt32BE(4) === askForTls) return void client.write('N');
        startup = bytes;
        return void client.write(welcome);
      }
      if (type === 'X') return void client.end();
      const opening = startup;
      work = work.then(async () => {
        if (session?.client !== client) session = await lend(opening);
        session.client = client;
        if (type === 'Q' || type === 'S') session.unanswered += 1;
        session.socket.write(bytes);
      });
    });
  });
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  url.host = `127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await once(listener.close(), 'close');
  };
  return { url: url.href, close };
}

function message(type: string, body: readonly number[]): readonly number[] {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + body.length);
  return [type.charCodeAt(0), ...length, ...body];
}

/**
 * Splits a connection's bytes into messages. A client's first message has no type, and a TLS request has a form of its
 * own.
 */
function eachMessage(socket: Socket, isTyped: boolean, take: (type: string, bytes: Buffer) => void): void {
  let rest = Buffer.alloc(0);
  let hasType = isTyped;
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const offset = hasType ? 1 : 0;
      if (rest.length < offset + 4) return;
      const length = offset + rest.readInt32BE(offset);
      if (rest.length < length) return;
      const bytes = rest.subarray(0, length);
      rest = rest.subarray(length);
      const type = hasType ? String.fromCharCode(bytes[0] ?? 0) : '';
      if (!hasType) hasType = bytes.readInt32BE(4) !== askForTls;
      take(type, bytes);
    }
  });
}
