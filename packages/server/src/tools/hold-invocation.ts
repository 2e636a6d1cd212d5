import type { App } from '../conversations/app.ts';
import { TranscriptWriter } from '../transcript/transcript-writer.ts';
import type { DeliveryWork } from '../deliveries/delivery-work.ts';
import type { InvocationRow } from './invocation.ts';
import { lockInvocation } from './queries.ts';

export type HoldApp = Pick<App, 'commit' | 'clock' | 'beliefs'>;

/**
 * Writes in a transaction that holds an invocation and its conversation, if the invocation still is where `expected` saw it: a result that
 * comes after somebody else took over counts for nothing. `write` says whether it ended the invocation.
 *
 * @returns whether the invocation has ended.
 */
export async function holdInvocation(
  app: HoldApp,
  expected: Pick<InvocationRow, 'invocation_id' | 'conversation_id' | 'state' | 'fence'>,
  write: (work: DeliveryWork, row: InvocationRow, transcript: TranscriptWriter) => Promise<boolean>,
): Promise<boolean> {
  return app.commit(async (work) => {
    const transcript = await TranscriptWriter.open(work.tx, app, [expected.conversation_id]);
    const row = await lockInvocation(work.tx, expected.invocation_id);
    if (row?.state !== expected.state || row.fence !== expected.fence) return true;
    return write(work, row, transcript);
  });
}
