import type { RetentionRule, RetentionScope } from '../../chat/conversations/retention-queries.ts';

type Period = Pick<RetentionRule, 'scope' | 'messages_days' | 'earlier_days' | 'in_force_at'>;

/** How long a shorter period waits, so that it can be taken back. */
const noticeMs = 24 * 3_600_000;

/** Returns the days that a rule has in force at a time; null: messages are kept. */
export function daysInForce(rule: Period | undefined, nowMs: number): number | null {
  return (isPending(rule, nowMs) ? rule?.earlier_days : rule?.messages_days) ?? null;
}

/**
 * Returns a rule with newly set days: a longer period is in force at once, a shorter one after 24 hours.
 *
 * @param inForce The days in force now for the messages in question, by this rule or another.
 */
export function nextRule(
  scope: RetentionScope,
  rule: Period | undefined,
  { days, inForce, nowMs }: { readonly days: number | null; readonly inForce: number | null; readonly nowMs: number },
): Period {
  if (rule !== undefined && rule.messages_days === days) return rule;
  const isShorter = days !== null && (inForce === null || days < inForce);
  const earlier = daysInForce(rule, nowMs);
  return isShorter
    ? { scope, messages_days: days, earlier_days: earlier, in_force_at: new Date(nowMs + noticeMs) }
    : { scope, messages_days: days, earlier_days: null, in_force_at: null };
}

/** Returns whether a rule waits to come into force. */
export function isPending(rule: Period | undefined, nowMs: number): boolean {
  return rule?.in_force_at != null && rule.in_force_at.getTime() > nowMs;
}
