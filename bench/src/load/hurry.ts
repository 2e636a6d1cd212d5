import { openConnection } from './connection.ts';

export interface Hurry {
  readonly port: number;
  readonly connections: number;
  /** Ends when either is reached. */
  readonly durationMs: number;
  readonly count: number;
}

export interface Hurried {
  /** Answered as they should be. */
  readonly accepted: number;
  readonly elapsedMs: number;
  /** When the first request went out, in milliseconds since 1970. */
  readonly startedAtMs: number;
}

/** Sends requests on every connection as fast as answers come. Any answer but the `wanted` one fails the run. */
export async function hurry(
  { port, connections, durationMs, count }: Hurry,
  wanted: number,
  requestAt: (place: number) => string,
): Promise<Hurried> {
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
  const startedAtMs = Date.now();
  const startedAt = performance.now();
  let begun = 0;
  let accepted = 0;

  const sendOn = async (connection: (typeof open)[number]) => {
    while (begun < count && performance.now() - startedAt < durationMs) {
      const { status, body } = await connection.send(requestAt(begun++));
      if (status !== wanted) throw new Error(`A request was answered with ${status}: ${body.slice(0, 300)}`);
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
