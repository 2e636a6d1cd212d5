import type { Approval, StandingGrant } from '@parley/protocol';
import { toolOf } from './tool-of.ts';

const weekMs = 7 * 86_400_000;
/** After this many approvals by hand, the card suggests a standing permission. */
const suggestedAfter = 3;

/** Returns whether the app may offer a standing permission with an approval; the server knows the tools that forbid it. */
export function canStand({ requestedScope }: Pick<Approval, 'requestedScope'>): boolean {
  return requestedScope !== 'decision.request';
}

/**
 * Returns how often the user approved the same tool and scope of the same agent by hand in the last seven days; null if that is too seldom
 * for a suggestion. An approval that a new standing grant took along was resolved in the moment in which the grant was given.
 */
export function suggestedBy(
  approval: Approval,
  approved: readonly Approval[],
  grants: readonly StandingGrant[],
  now: Date,
): number | null {
  const givenAt = new Map(grants.map(({ createdAt, approvalId }) => [createdAt, approvalId]));
  const byHand = approved.filter(({ id, resolvedAt, ...other }) => {
    if (resolvedAt === null || Date.parse(resolvedAt) < now.getTime() - weekMs) return false;
    if ((givenAt.get(resolvedAt) ?? id) !== id) return false;
    const isSame = other.agentId === approval.agentId && other.requestedScope === approval.requestedScope;
    return isSame && toolOf(other) === toolOf(approval);
  });
  return byHand.length < suggestedAfter ? null : byHand.length;
}
