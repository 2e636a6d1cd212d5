import { authorizeMove, type ApprovalRow } from './approval.ts';
import { endApproval, type EndApp } from './end-approval.ts';
import { findDue, findNextExpiry, lockApproval } from './queries.ts';

const batchMax = 100;

/**
 * Expires every approval past its time, each in its own transaction. Several servers may try at once: the row lock lets
 * one of them do it. Resolves to when the next one expires, in milliseconds since 1970, or null if none is pending.
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
    await work.transcript.lock([due.conversation_id]);
    const row = await lockApproval(work.tx, due.approval_id);
    if (row === null || authorizeMove(row, 'expired', app.clock.now()) !== 'moves') return;
    await endApproval(work, app, row, 'expired');
  });
}
