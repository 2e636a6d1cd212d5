import { percentile } from '../report/statistics.ts';
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
  /** From a request until its answer, in the middle. */
  readonly p50Ms: number;
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
  const waitsMs: number[] = [];

  const sendOn = async (connection: (typeof open)[number]) => {
    while (begun < count && performance.now() - startedAt < durationMs) {
      const request = requestAt(begun++);
      const sentAt = performance.now();
      const { status, body } = await connection.send(request);
      if (status !== wanted) throw new Error(`A request was answered with ${status}: ${body.slice(0, 300)}`);
      waitsMs.push(performance.now() - sentAt);
    }
  };
  try {
    await Promise.all(open.map(sendOn));
    const elapsedMs = performance.now() - startedAt;
    return { accepted: waitsMs.length, elapsedMs, startedAtMs, p50Ms: percentile(waitsMs, 50) };
  } finally {
    for (const connection of open) connection.close();
  }
}
