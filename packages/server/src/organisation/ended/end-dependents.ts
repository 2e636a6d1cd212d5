import { isId } from '@parley/protocol';
import type { WithdrawScopes } from '../../accounts/agents/put-manifest.ts';
import { withdrawScopes } from '../../accounts/permissions/queries.ts';
import type { EndDealings, EndStanding } from '../../accounts/permissions/set-preferences.ts';
import { endGrants } from '../../actions/standing/end-grants.ts';
import { endPlanned } from '../../actions/tasks/schedules/end-planned.ts';
import { deleteSchedulesFor, deleteSchedulesOf } from '../../actions/tasks/schedules/queries.ts';
import { denyForLeaving } from '../../chat/approvals/deny-pending.ts';
import type { App } from '../../chat/conversations/app.ts';
import type { EndRoom } from '../../chat/conversations/delete-conversation.ts';
import type { EndStay } from '../../chat/members/change-members.ts';
import { endDealings } from '../../chat/members/end-dealings.ts';

/** Withdraws scopes that a manifest no longer requests, and ends what depends on them. */
export function withdrawAlso(app: App): WithdrawScopes {
  return async ({ tx, signal }, agentId, requested) => {
    const now = new Date(app.clock.now());
    const ended = await endGrants(tx, { agentId, butScopes: requested }, 'scope_withdrawn', now);
    // Their people are among those whom the caller tells of the new manifest.
    signal(ended.filter(({ to }) => to === 'servers'));
    await endPlanned(tx, { agentId, butScopes: requested });
    return withdrawScopes(tx, agentId, requested);
  };
}

/** Ends what depends on scopes that a person no longer grants: standing grants, and schedules that the agent made. */
export const endWithdrawn: EndStanding = async (tx, which, why, now) => {
  await endPlanned(tx, which);
  return endGrants(tx, which, why, now);
};

/** Ends what a block ends, standing grants among it. */
export const endDealingsAlso: EndDealings = async (tx, agentId, userId, now) => [
  ...(await endDealings(tx, agentId, userId, now)),
  ...(await endGrants(tx, { agentId, userId }, 'agent_blocked', now)),
];

/** Ends what a leaving member has open in a conversation: pending approvals and schedules. */
export function endStay(app: App): EndStay {
  const deny = denyForLeaving(app);
  return async (work, leaving) => {
    await deny(work, leaving);
    await deleteSchedulesFor(work.tx, leaving.conversationId, leaving.memberId);
    const { conversationId, memberId } = leaving;
    const of = isId('user', memberId) ? { userId: memberId } : { agentId: memberId };
    const now = new Date(app.clock.now());
    work.signal(await endGrants(work.tx, { conversationId, ...of }, 'left_room', now));
  };
}

/** Ends what a deleted conversation has open: pending approvals, schedules and standing grants. Its transcript is closed. */
export function endRoom(app: App): EndRoom {
  const deny = denyForLeaving(app);
  return async (work, conversationId) => {
    await deny(work, { conversationId, memberId: null });
    await deleteSchedulesOf(work.tx, conversationId);
    const now = new Date(app.clock.now());
    work.signal(await endGrants(work.tx, { conversationId }, 'left_room', now));
  };
}
