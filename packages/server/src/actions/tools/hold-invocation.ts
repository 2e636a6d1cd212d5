import type { App } from '../../chat/conversations/app.ts';
import type { TranscriptWork } from '../../chat/conversations/transcript-work.ts';
import type { InvocationRow } from './invocation.ts';
import { lockInvocation } from './queries.ts';

export type HoldApp = Pick<App, 'commit' | 'clock'>;

/**
 * Runs `write` in a transaction that locks an invocation and its conversation. Skips it if the state or fence differs
 * from `expected`: another runner has taken over, and the result is dropped. `write` returns whether it ended the
 * invocation.
 *
 * @returns whether the invocation has ended or belongs to another runner.
 */
export async function holdInvocation(
  app: HoldApp,
  expected: Pick<InvocationRow, 'invocation_id' | 'conversation_id' | 'state' | 'fence'>,
  write: (work: TranscriptWork, row: InvocationRow) => Promise<boolean>,
): Promise<boolean> {
  return app.commit(async (work) => {
    await work.transcript.lock([expected.conversation_id]);
    const row = await lockInvocation(work.tx, expected.invocation_id);
    if (row?.state !== expected.state || row.fence !== expected.fence) return true;
    return write(work, row);
  });
}
