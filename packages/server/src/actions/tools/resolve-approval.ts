import { isId, type UserId } from '@parley/protocol';
import { authorizeMove, type ApprovalRow } from '../../chat/approvals/approval.ts';
import { isSameChoice, validateChoice, type Decision } from '../../chat/approvals/choice.ts';
import { endApproval, type EndApp } from '../../chat/approvals/end-approval.ts';
import { findApproval, lockApproval } from '../../chat/approvals/queries.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import { updateArguments } from './queries.ts';

/**
 * Resolves an approval for its owner. The same decision again changes nothing; another one is a conflict. If the person changed the
 * arguments, the invocation gets them in the same transaction, so that it can run with no others.
 */
export async function resolveApproval(
  app: EndApp,
  userId: UserId,
  approvalId: string,
  decision: Decision,
): Promise<ApprovalRow> {
  const found = isId('approval', approvalId) ? await findApproval(app.storage.db, approvalId) : null;
  if (found?.user_id !== userId) return refuse('approval_not_found');
  return app.commit(async (work) => {
    await work.transcript.lock([found.conversation_id]);
    const row = (await lockApproval(work.tx, found.approval_id)) as ApprovalRow;
    const move = authorizeMove(row, decision.decision, app.clock.now());
    if (move === 'same') return isSameChoice(row, decision) ? row : conflict();
    if (move !== 'moves') return refuse(move);
    const choice = validateChoice(row, decision);
    const ended = await endApproval(work, app, row, decision.decision, { choice });
    await work.audit(`approval.${decision.decision}`, { approvalId: row.approval_id });
    if (!ended.arguments_sha256.equals(row.arguments_sha256)) await updateArguments(work.tx, ended);
    return ended;
  });
}

/** Refuses a decision that was made before in the same way, but with other words. */
export function conflict(): never {
  return refuse('approval_conflict', {
    message: 'This approval was already decided, with another option, other arguments, or another reason or standing.',
  });
}
