import { setTimeout as sleep } from 'node:timers/promises';
import { openConnection } from './connection.ts';
import { requestOf, type Send } from './send.ts';
import { sentBy, type Trickled } from './trickle.ts';

export interface PacePlan {
  readonly port: number;
  readonly connections: number;
  readonly sends: readonly Send[];
  /** Where in `sends` to begin, so that a load in slices goes round. */
  readonly from?: number;
  readonly perSecond: number;
  readonly durationMs: number;
}

/** Sends at a steady rate, whether or not what went before was answered, as long as a connection is free. */
export async function pace({
  port,
  connections,
  sends,
  from = 0,
  perSecond,
  durationMs,
}: PacePlan): Promise<Trickled[]> {
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
  const count = Math.floor((perSecond * durationMs) / 1000);
  const startedAt = performance.now();
  const done: Trickled[] = [];
  let begun = 0;

  const sendOn = async (connection: (typeof open)[number]) => {
    while (begun < count) {
      const place = begun++;
      const waitMs = startedAt + (place * 1000) / perSecond - performance.now();
      if (waitMs > 0) await sleep(waitMs);
      done.push(await sentBy(connection, from + place, requestOf(sends[(from + place) % sends.length] as Send)));
    }
  };
  try {
    await Promise.all(open.map(sendOn));
    return done;
  } finally {
    for (const connection of open) connection.close();
  }
}
