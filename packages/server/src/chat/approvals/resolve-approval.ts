import { isId, type UserId } from '@parley/protocol';
import { refuse } from '../../platform/routing/refusal.ts';
import { authorizeMove, type ApprovalRow } from './approval.ts';
import { endApproval, type EndApp } from './end-approval.ts';
import { findApproval, lockApproval } from './queries.ts';

/** Resolves an approval for its owner. The same decision again changes nothing; the opposite one is a conflict. */
export async function resolveApproval(
  app: EndApp,
  userId: UserId,
  approvalId: string,
  decision: 'approved' | 'denied',
): Promise<ApprovalRow> {
  const found = isId('approval', approvalId) ? await findApproval(app.storage.db, approvalId) : null;
  if (found?.user_id !== userId) return refuse('approval_not_found');
  return app.commit(async (work) => {
    await work.transcript.lock([found.conversation_id]);
    const row = (await lockApproval(work.tx, found.approval_id)) as ApprovalRow;
    const move = authorizeMove(row, decision, app.clock.now());
    if (move === 'same') return row;
    return move === 'moves' ? endApproval(work, app, row, decision) : refuse(move);
  });
}
