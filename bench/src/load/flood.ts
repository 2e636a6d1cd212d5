import { openConnection } from './connection.ts';
import { requestOf, type Send } from './send.ts';

export interface FloodPlan {
  readonly port: number;
  readonly connections: number;
  readonly sends: readonly Send[];
  /** Ends when either is reached. */
  readonly durationMs: number;
  readonly count: number;
}

export interface Flooded {
  /** Answered with 201. */
  readonly accepted: number;
  readonly elapsedMs: number;
  /** When the first request went out, in milliseconds since 1970. */
  readonly startedAtMs: number;
}

/** Sends from every connection as fast as answers come, over all rooms in turn. Any answer but 201 fails the run. */
export async function flood({ port, connections, sends, durationMs, count }: FloodPlan): Promise<Flooded> {
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
  const startedAtMs = Date.now();
  const startedAt = performance.now();
  let begun = 0;
  let accepted = 0;

  const sendOn = async (connection: (typeof open)[number]) => {
    while (begun < count && performance.now() - startedAt < durationMs) {
      const send = sends[begun++ % sends.length] as Send;
      const { status, body } = await connection.send(requestOf(send));
      if (status !== 201) throw new Error(`A send was answered with ${status}: ${body.slice(0, 300)}`);
      accepted++;
    }
  };
  try {
    await Promise.all(open.map(sendOn));
    return { accepted, elapsedMs: performance.now() - startedAt, startedAtMs };
  } finally {
    for (const connection of open) connection.close();
  }
}
