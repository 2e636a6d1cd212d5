import type { Stage } from '../ground/stage.ts';
import type { PacePlan } from '../load/pace.ts';
import type { Trickled } from '../load/trickle.ts';
import { floodOf } from './delivering.ts';
import { connections } from './measure.ts';
import { recorded } from './recorded.ts';

/** Half of the deliveries a second that a contestant records when it gets all that it takes. */
export async function halfOfCapacity(stage: Stage): Promise<number> {
  const { deliverWarmUp, deliverCount } = stage.ground.scale;
  const already = await warmUpBy(stage, deliverWarmUp);
  const { accepted, startedAtMs } = await floodOf(stage, Math.ceil(deliverCount / 2));
  const endedAtMs = await recorded(stage, already + accepted);
  return accepted / ((endedAtMs - startedAtMs) / 1000) / 2;
}

/** Sends so many as fast as they are answered, and waits until they are recorded; gives how many are by then. */
export async function warmUpBy(stage: Stage, count: number): Promise<number> {
  const already = await alreadyRecorded(stage);
  const { accepted } = await floodOf(stage, count);
  await recorded(stage, already + accepted);
  return already + accepted;
}

/** Sends at a steady rate, over all rooms in turn. */
export function paceAt(
  { running, ground }: Stage,
  perSecond: number,
  durationMs: number,
  from = 0,
): Promise<Trickled[]> {
  const plan: PacePlan = { port: running.port, sends: running.sends, connections, perSecond, durationMs, from };
  return ground.load.ask<Trickled[]>('pace', plan);
}

function alreadyRecorded({ contestant, database, since }: Stage): Promise<number> {
  return database.number(
    `select count(*) from ${contestant.attemptsTable} where outcome = 'delivered' and delivery_id > '${since}'`,
  );
}
