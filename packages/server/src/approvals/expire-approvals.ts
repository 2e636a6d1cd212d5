import { TranscriptWriter } from '../transcript/transcript-writer.ts';
import { authorizeMove, type ApprovalRow } from './approval.ts';
import { endApproval, type EndApp } from './end-approval.ts';
import { findDue, findNextExpiry, lockApproval } from './queries.ts';

const batchMax = 100;

/**
 * Expires every approval whose time is over, each in a transaction of its own. Several servers may try at once: the row's lock
 * lets one of them. Resolves to when the next one expires, in milliseconds since 1970, or null where none is pending.
 */
export async function expireApprovals(app: EndApp): Promise<number | null> {
  for (;;) {
    const due = await findDue(app.storage.db, new Date(app.clock.now()), batchMax);
    for (const approval of due) await expire(app, approval);
    if (due.length < batchMax) break;
  }
  return (await findNextExpiry(app.storage.db))?.getTime() ?? null;
}

async function expire(app: EndApp, due: ApprovalRow): Promise<void> {
  await app.commit(async (work) => {
    const { tx } = work;
    const transcript = await TranscriptWriter.open(tx, app, [due.conversation_id]);
    const row = await lockApproval(tx, due.approval_id);
    if (row === null || authorizeMove(row, 'expired', app.clock.now()) !== 'moves') return;
    await endApproval(work, app, transcript, row, 'expired');
  });
}
