import {
  addDecimals,
  decimalOf,
  coverageOf,
  readPointer,
  type Approval,
  type Decimal,
  type StandingTerms,
  type UserId,
} from '@parley/protocol';
import type { BoundsDraft } from './draft.ts';
import type { DraftTerms } from './terms-of.ts';
import { toolOf } from './tool-of.ts';

/** Only the server knows whose acts the calls answer; the person is the same on both sides. */
const person = 'usr_' as UserId;

export interface DraftVerdict {
  readonly isCovered: boolean;
  /** How many other pending approvals would be approved with it, at most. */
  readonly others: number;
}

/** Checks which pending approvals a draft would cover, as the server would check them now. */
export function coverageOfDraft(
  approval: Approval,
  draft: BoundsDraft,
  { terms, hasUses }: DraftTerms,
  pending: readonly Approval[],
): DraftVerdict {
  const { until, uses = null, equal = [], max = [] } = terms;
  if (until === null || !hasUses) return { isCovered: false, others: 0 };
  let grant: StandingTerms = {
    agentId: approval.agentId,
    userId: person,
    tool: toolOf(approval),
    requestedScope: approval.requestedScope,
    conversationId: draft.isAnywhere ? null : approval.conversationId,
    members: draft.members.map(({ name }) => name),
    equal: equal.map((path) => ({ path, value: readPointer(approval.arguments, path) })),
    max: max.map(({ path, perCall = null, total = null }) => ({ path, perCall, total, spent: decimalOf(0) })),
    uses,
    used: 0,
    untilMs: Date.parse(until),
    isActive: true,
  };
  const take = (call: Approval): boolean => {
    const verdict = coverageOf({ ...call, userId: person, tool: toolOf(call), isOwnAct: true }, grant, Date.now());
    if (verdict.covered) grant = afterUse(grant, verdict.amounts);
    return verdict.covered;
  };
  const isCovered = take(approval);
  const oldestFirst = pending.filter(({ id }) => id !== approval.id).toSorted(byAge);
  return { isCovered, others: isCovered ? oldestFirst.filter(take).length : 0 };
}

function byAge(one: Approval, other: Approval): number {
  return Date.parse(one.createdAt) - Date.parse(other.createdAt);
}

function afterUse(grant: StandingTerms, amounts: readonly Decimal[]): StandingTerms {
  const max = grant.max.map((bound, index) => ({ ...bound, spent: addDecimals(bound.spent, amounts[index] ?? '0') }));
  return { ...grant, max, used: grant.used + 1 };
}
