import type { DeniedByPerson, ToolFailureCode } from '@parley/protocol';
import type { App } from '../../chat/conversations/app.ts';
import type { ApprovalEnd, ApprovalRow } from '../../chat/approvals/approval.ts';
import { collect, findUncollected } from '../../chat/approvals/queries.ts';
import type { TranscriptWork } from '../../chat/conversations/transcript-work.ts';
import { endInvocation } from './end-invocation.ts';
import { nextState, type InvocationMove } from './invocation.ts';
import { lockInvocation, updateApproved } from './queries.ts';

type CollectApp = Pick<App, 'commit' | 'storage' | 'clock'>;

const batchMax = 100;

/** Maps the end of an approval to the move of the invocation that waits for it. */
const consequences: Record<ApprovalEnd, { readonly move: InvocationMove; readonly code: ToolFailureCode | null }> = {
  approved: { move: 'approve', code: null },
  denied: { move: 'deny', code: 'denied_by_person' },
  expired: { move: 'expire', code: 'approval_expired' },
};

/**
 * Applies ended approvals to the invocations that wait for them. Each is applied once, by whichever server is first.
 */
export async function collectApprovals(app: CollectApp): Promise<void> {
  for (;;) {
    const ended = await findUncollected(app.storage.db, batchMax);
    for (const approval of ended) await app.commit((work) => tellInvocation(app, work, approval));
    if (ended.length < batchMax) return;
  }
}

async function tellInvocation(app: CollectApp, work: TranscriptWork, approval: ApprovalRow): Promise<void> {
  const { tx, transcript } = work;
  await transcript.lock([approval.conversation_id]);
  if (approval.state === 'pending' || !(await collect(tx, approval.approval_id, new Date(app.clock.now())))) return;
  const row = await lockInvocation(tx, approval.invocation_id);
  const { move, code } = consequences[approval.state];
  if (row === null || nextState(row.state, move) === null) return;
  if (code === null) await updateApproved(tx, row.invocation_id);
  else await endInvocation(work, app, row, move, code === 'denied_by_person' ? denialOf(approval) : { code });
}

function denialOf({ reason, options, editable }: ApprovalRow): DeniedByPerson {
  const isRich = [...(options ?? []), ...(editable ?? [])].length > 0;
  return { code: 'denied_by_person', ...(reason !== null && { reason }), ...(isRich && { approved: false }) };
}
