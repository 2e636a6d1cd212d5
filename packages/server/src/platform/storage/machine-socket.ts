import { existsSync } from 'node:fs';
import { chmod, rename, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openLockFolder } from './data-folder-lock.ts';

/*
 * How a command on the machine talks to the running server of a data folder: over a socket of mode 0600 in it. The
 * command sends one line of JSON, {"do": name, …}, and gets one line back, {"answer": {…}} or {"error": sentence}. What
 * the server made for the command lasts until the command hangs up.
 */

type Fields = Readonly<Record<string, unknown>>;

/** The answer to a command, and what ends when the command has hung up. */
export interface MachineAnswer {
  readonly answer: Fields;
  readonly onHangUp?: () => Promise<void>;
}

/** What commands may ask for, by name. A rejection is sent to the command as its message. */
export type MachineHandlers = Readonly<Record<string, (request: Fields) => Promise<MachineAnswer>>>;

interface MachineSocket {
  close(): Promise<void>;
}

const name = 'server.sock';
const longestLine = 16 * 1024;
const requestWithinMs = 10_000;

/** Listens in a data folder. The caller holds the lock of the folder, so an older socket is a dead server's. */
export async function openMachineSocket(dataDir: string, handlers: MachineHandlers): Promise<MachineSocket> {
  const folder = await openLockFolder(dataDir);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serve(socket, handlers);
  });
  const draft = join(folder.path, `${name}.new`);
  await rm(draft, { force: true });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(draft, resolve));
  // The folder is for its owner alone; the socket gets its mode before it is where commands look for it.
  await chmod(draft, 0o600);
  await rename(draft, join(dataDir, name));
  return {
    async close() {
      await rm(join(dataDir, name), { force: true });
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await folder.close();
    },
  };
}

/** What the running server answered. */
export interface ServerAnswer {
  readonly answer: Fields;
  /** Ends what the server made for this request. */
  hangUp(): void;
}

/** Asks the running server of a data folder. Resolves to null if none runs, and rejects with the server's sentence. */
export async function askServer(
  dataDir: string,
  request: Fields & { readonly do: string },
): Promise<ServerAnswer | null> {
  const socket = await reach(dataDir);
  if (socket === null) return null;
  try {
    socket.write(`${JSON.stringify(request)}\n`);
    const line = await firstLine(socket);
    const { answer, error } = JSON.parse(line ?? '{"error":"The server has ended."}') as {
      answer?: Fields;
      error?: string;
    };
    if (answer === undefined) throw new Error(error ?? 'The server gave no answer.');
    return { answer, hangUp: () => socket.destroy() };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function reach(dataDir: string): Promise<Socket | null> {
  if (!existsSync(join(dataDir, name))) return null;
  const folder = await openLockFolder(dataDir);
  // Not joined: a path through a file descriptor must keep its way up.
  const socket = connect(`${folder.path}/../${name}`);
  try {
    return await new Promise((resolve) => {
      socket.once('connect', () => resolve(socket)).once('error', () => resolve(null));
    });
  } finally {
    socket.on('error', () => undefined);
    await folder.close();
  }
}

function serve(socket: Socket, handlers: MachineHandlers): void {
  socket.on('error', () => undefined);
  const hungUp = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const overdue = setTimeout(() => socket.destroy(), requestWithinMs);
  const reply = (fields: Fields) => socket.write(`${JSON.stringify(fields)}\n`);
  void (async () => {
    const line = await firstLine(socket);
    clearTimeout(overdue);
    if (line === null) return;
    try {
      const { answer, onHangUp } = await handle(line, handlers);
      reply({ answer });
      await hungUp;
      await onHangUp?.();
    } catch (error) {
      reply({ error: error instanceof Error ? error.message : String(error) });
      socket.end();
    }
  })();
}

async function handle(line: string, handlers: MachineHandlers): Promise<MachineAnswer> {
  const request = JSON.parse(line) as Fields;
  const wanted = String(request['do']);
  const handler = Object.hasOwn(handlers, wanted) ? handlers[wanted] : undefined;
  if (handler === undefined)
    throw new Error(`The running server does not know the request "${wanted}": it may be older.`);
  return handler(request);
}

/** Resolves to the first line, or to null if the other side hangs up or sends too much before its end. */
async function firstLine(socket: Socket): Promise<string | null> {
  let size = 0;
  const count = (chunk: Buffer) => {
    size += chunk.length;
    if (size > longestLine) socket.destroy();
  };
  socket.on('data', count);
  const lines = createInterface({ input: socket });
  const line = await new Promise<string | null>((resolve) => {
    lines.once('line', resolve).once('close', () => resolve(null));
    socket.once('close', () => resolve(null));
  });
  socket.off('data', count);
  // Keeps reading, because only a read notices the end of the other side.
  socket.resume();
  return line;
}
