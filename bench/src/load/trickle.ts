import { setTimeout as sleep } from 'node:timers/promises';
import { openConnection, type Connection } from './connection.ts';
import { requestOf, type Send } from './send.ts';

export interface TricklePlan {
  readonly port: number;
  readonly sends: readonly Send[];
  readonly count: number;
  /** Between an answer and the next request, so that the server is idle when it comes. */
  readonly pauseMs: number;
}

/** One send, its times in nanoseconds of the machine's monotonic clock, which every process shares. */
export interface Trickled {
  /** Its number among the sends of its plan. */
  readonly place: number;
  readonly deliveryId: string;
  readonly requestedAtNs: number;
  readonly answeredAtNs: number;
}

/** Sends one message at a time to a server that is otherwise idle. */
export async function trickle({ port, sends, count, pauseMs }: TricklePlan): Promise<Trickled[]> {
  const connection = await openConnection(port);
  const done: Trickled[] = [];
  try {
    for (let index = 0; index < count; index++) {
      done.push(await sentBy(connection, index, requestOf(sends[index % sends.length] as Send)));
      await sleep(pauseMs);
    }
    return done;
  } finally {
    connection.close();
  }
}

/** Sends one message and notes its times. */
export async function sentBy(connection: Connection, place: number, request: string): Promise<Trickled> {
  const requestedAtNs = Number(process.hrtime.bigint());
  const { status, body } = await connection.send(request);
  const answeredAtNs = Number(process.hrtime.bigint());
  if (status !== 201) throw new Error(`A send was answered with ${status}: ${body.slice(0, 300)}`);
  const sent = JSON.parse(body) as { deliveries: { deliveryId: string }[] };
  return { place, deliveryId: sent.deliveries[0]?.deliveryId ?? '', requestedAtNs, answeredAtNs };
}
