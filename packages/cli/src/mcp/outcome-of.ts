import type { Outcome } from './question.ts';

/** The outcome without a decision. */
export const decidedByOther: Outcome = {
  status: 'failed',
  code: 'decided_by_another',
  message: 'Somebody else than the person of this agent decided, which counts for nothing. Ask again.',
};

/** What the platform says of a decision, as what came of the question. */
export function outcomeOf(
  outcome: 'succeeded' | 'failed' | 'denied' | 'expired',
  content: unknown,
  by: string,
): Outcome {
  const { arguments: bound = null, reason: given } = (content ?? {}) as { arguments?: unknown; reason?: unknown };
  const reason = typeof given === 'string' ? { reason: given } : {};
  if (outcome === 'expired') return { status: outcome };
  if (outcome === 'denied') return { status: outcome, ...reason, decided_by: by };
  if (outcome === 'succeeded') return { status: 'approved', arguments: bound, ...reason, decided_by: by };
  return { status: 'failed', code: 'decision_failed', message: 'The platform could not finish the decision.' };
}
