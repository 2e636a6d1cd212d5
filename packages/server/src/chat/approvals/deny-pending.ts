import { isId, type AgentId, type ConversationId, type DeliveryId, type UserId } from '@parley/protocol';
import type { TranscriptWork } from '../conversations/transcript-work.ts';
import { authorizeMove } from './approval.ts';
import { endApproval, type EndApp } from './end-approval.ts';
import { lockPendingFor, lockPendingIn, lockPendingOf } from './queries.ts';

/**
 * Denies pending approvals that were requested from stopped deliveries. Only the sender stops a delivery, and the
 * sender owns the approval. Approvals past their time are left to expire.
 */
export function denyPending(app: EndApp) {
  return async (work: TranscriptWork, deliveryIds: readonly DeliveryId[]): Promise<void> => {
    for (const row of await lockPendingOf(work.tx, deliveryIds)) {
      if (authorizeMove(row, 'denied', app.clock.now()) === 'moves') await endApproval(work, app, row, 'denied');
    }
  };
}

/**
 * Denies the pending approvals of a person or an agent who leaves a conversation, or all of a conversation that is deleted: no one else may
 * decide, or nothing would come of it. Approvals past their time are left to expire.
 */
export function denyForLeaving(app: EndApp) {
  return async (
    work: TranscriptWork,
    {
      conversationId,
      memberId,
    }: { readonly conversationId: ConversationId; readonly memberId: AgentId | UserId | null },
  ): Promise<void> => {
    const cause = memberId === null ? 'room deleted' : isId('user', memberId) ? 'person left' : 'agent left';
    for (const row of await lockPendingIn(work.tx, conversationId, memberId)) {
      if (authorizeMove(row, 'denied', app.clock.now()) === 'moves')
        await endApproval(work, app, row, 'denied', { cause });
    }
  };
}

/** Expires the pending approvals of a person who is disabled, also before their time. */
export function expireFor(app: EndApp) {
  return async (work: TranscriptWork, userId: UserId): Promise<void> => {
    for (const row of await lockPendingFor(work.tx, userId)) await endApproval(work, app, row, 'expired');
  };
}
