import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** What is dropped: the statement before the database receives it, or only the database's answer. */
export type Swallowed = 'statement' | 'answer';

/**
 * A proxy to a database with connections that can fall silent: nothing passes any more, and neither end is notified.
 */
export interface SilentProxy {
  /** URL of the database through the proxy. */
  readonly url: string;
  /** Silences every open connection. Later ones are not affected. */
  silence(): void;
  /** Silences the first connection on which the server has sent all of `texts`, in this order, at the last of them. */
  silenceAfter(texts: readonly string[], swallowed: Swallowed): void;
  close(): Promise<void>;
}

interface Trap {
  readonly texts: readonly string[];
  readonly swallowed: Swallowed;
}

/** Starts a proxy to the PostgreSQL server of `databaseUrl`. */
export async function silentProxy(databaseUrl: string): Promise<SilentProxy> {
  const url = new URL(databaseUrl);
  const { hostname, port } = url;
  const open = new Set<{ near: Socket; far: Socket; isSilent: boolean }>();
  let trap: Trap | null = null;

  const listener = createServer((near) => {
    const far = connect(Number(port || 5432), hostname);
    const line = { near, far, isSilent: false };
    const said = new Map<Trap, number>();
    open.add(line);
    near.on('data', (chunk) => {
      if (line.isSilent) return;
      if (trap !== null && isSprungBy(trap, said, chunk)) {
        line.isSilent = true;
        if (trap.swallowed === 'answer') far.write(chunk);
        trap = null;
      } else far.write(chunk);
    });
    far.on('data', (chunk) => line.isSilent || near.write(chunk));
    for (const end of [near, far]) end.setNoDelay(true).on('error', () => undefined);
    far.on('close', () => line.isSilent || near.destroy());
    near.on('close', () => {
      open.delete(line);
      // PostgreSQL would roll back an idle transaction only after 30 seconds, so the connection is closed here.
      far.destroy();
    });
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  url.hostname = '127.0.0.1';
  url.port = String((listener.address() as AddressInfo).port);

  return {
    url: url.href,
    silence() {
      for (const line of open) line.isSilent = true;
    },
    silenceAfter(texts, swallowed) {
      trap = { texts, swallowed };
    },
    async close() {
      for (const { near, far } of open) for (const end of [near, far]) end.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
}

function isSprungBy(trap: Trap, said: Map<Trap, number>, chunk: Buffer): boolean {
  let count = said.get(trap) ?? 0;
  for (let text = trap.texts[count]; text !== undefined && chunk.includes(text); text = trap.texts[count]) count++;
  said.set(trap, count);
  return count === trap.texts.length;
}
