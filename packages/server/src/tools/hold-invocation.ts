import type { App } from '../app.ts';
import type { Enqueued } from '../deliveries/engine.ts';
import { Ledger } from '../messages/ledger.ts';
import type { Tx } from '../storage/storage.ts';
import type { InvocationRow } from './invocation.ts';
import { lockInvocation } from './queries.ts';

export type HoldApp = Pick<App, 'storage' | 'clock' | 'engine' | 'rooms'>;

/**
 * Runs `work` in a transaction that holds an invocation and its room, if the invocation still is where `expected` saw it: a result that
 * comes after somebody else took over counts for nothing. What was queued is sent once it is committed.
 *
 * @returns whether the invocation has ended.
 */
export async function holdInvocation(
  app: HoldApp,
  expected: Pick<InvocationRow, 'invocation_id' | 'conversation_id' | 'state' | 'fence'>,
  work: (tx: Tx, row: InvocationRow, ledger: Ledger) => Promise<Enqueued | null>,
): Promise<boolean> {
  const { isOver, enqueued } = await app.storage.transaction(async (tx) => {
    const ledger = await Ledger.open(tx, app, [expected.conversation_id]);
    const row = await lockInvocation(tx, expected.invocation_id);
    if (row?.state !== expected.state || row.fence !== expected.fence) return { isOver: true, enqueued: null };
    const queued = await work(tx, row, ledger);
    return { isOver: queued !== null, enqueued: queued };
  });
  if (enqueued !== null) app.engine.handOff(enqueued);
  return isOver;
}
