import type { Approval, ResolveApprovalBody } from '@parley/protocol';
import { useDecide, useDeciding } from '../../api/approvals.ts';
import { RequestError } from '../../api/request.ts';
import { useApproved, useStandingGrants } from '../../api/standing.ts';
import { useNow } from '../../ui/use-now.ts';
import { approvalWords as words } from '../../words/approvals.ts';
import type { ApprovalFacts } from '../block-context.ts';
import { Began } from '../standing/began.tsx';
import { canStand, suggestedBy } from '../standing/offer.ts';
import { openHere } from './open-here.ts';

type Standing = Pick<ApprovalFacts, 'standing' | 'began'>;

/** Returns how an approval can be given with a standing permission, or which one it began. */
export function useStanding(
  approval: Approval | undefined,
  isSeen: boolean,
  approve: () => ResolveApprovalBody,
): Standing {
  const isOpen = approval?.state === 'pending' && canStand(approval);
  const isGiven = approval?.state === 'approved' && isSeen;
  const { data: grants = [] } = useStandingGrants(isOpen || isGiven);
  const approved = useApproved(isOpen);
  const deciding = useDeciding(approval?.id ?? null);
  const decide = useDecide();
  const now = useNow();
  if (!approval || !canStand(approval)) return {};
  if (!isOpen) {
    const first = grants.find(({ approvalId }) => approvalId === approval.id);
    const other = grants.find(
      ({ createdAt, agentId }) => createdAt === approval.resolvedAt && agentId === approval.agentId,
    );
    const grant = isGiven ? (first ?? other) : undefined;
    const began = grant && <Began grant={grant} isFirst={grant === first} />;
    return { ...(openHere.has(approval.id) && { standing: null }), began };
  }
  const { status, error } = deciding ?? {};
  if (error instanceof RequestError && error.code === 'grant_not_possible')
    return { standing: null, began: words.notPossible };
  const times = suggestedBy(approval, approved, grants, now);
  return {
    standing: {
      approval,
      note: times === null ? null : words.suggested(times),
      isSending: status === 'pending',
      error: status === 'error' && deciding?.body.standing ? (error ?? null) : null,
      give: (standing) => decide(approval.id, { ...approve(), standing }),
    },
  };
}
