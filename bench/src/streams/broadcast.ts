import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openConnection, type Connection } from '../load/connection.ts';
import type { Readers } from './readers.ts';

/** How one message is said to everyone, and how often. */
export interface BroadcastPlan {
  readonly port: number;
  readonly path: string;
  readonly cookie: string;
  readonly headers: readonly string[];
  readonly body: string;
  readonly count: number;
}

/** Messages that are said and not yet heard by all: so many people talk at once. Fewer would leave a server that stores them idle. */
const ahead = 8;
const pollMs = 1;
const hearWithinMs = 60_000;

/**
 * Says so many messages, never more than a few ahead of what everyone has heard: a server that drops frames for slow readers is
 * not made to. They are said over several connections, since one that waits for each answer would be what is measured. Gives
 * frames a second.
 */
export async function broadcast(plan: BroadcastPlan, readers: Readers): Promise<number> {
  const connections = await Promise.all(Array.from({ length: ahead }, () => openConnection(plan.port)));
  const before = readers.frames;
  const heardAll = async (messages: number) => {
    const wanted = before + messages * readers.size;
    for (const deadline = Date.now() + hearWithinMs; readers.frames < wanted; await sleep(pollMs)) {
      if (Date.now() > deadline) throw new Error(`${readers.frames - before} of ${wanted - before} frames were heard.`);
    }
  };
  let said = 0;
  const say = async (connection: Connection) => {
    while (said < plan.count) {
      said++;
      const { status, body } = await connection.send(requestOf(plan));
      if (status < 200 || status > 202) throw new Error(`A message was answered with ${status}: ${body.slice(0, 200)}`);
      await heardAll(said - ahead + 1);
    }
  };
  try {
    const startedAt = performance.now();
    await Promise.all(connections.map(say));
    await heardAll(plan.count);
    return (plan.count * readers.size) / ((performance.now() - startedAt) / 1000);
  } finally {
    for (const connection of connections) connection.close();
  }
}

function requestOf({ path, cookie, headers, body }: BroadcastPlan): string {
  const identity = [`cookie: ${cookie}`, `idempotency-key: ${randomUUID()}`, 'content-type: application/json'];
  const head = [`POST ${path} HTTP/1.1`, 'host: 127.0.0.1', ...identity, ...headers, `content-length: ${body.length}`];
  return [...head, '', body].join('\r\n');
}
