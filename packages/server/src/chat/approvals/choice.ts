import { canonicalJson, validateReplacement, type ResolveApprovalBody } from '@parley/protocol';
import { refuse } from '../../platform/routing/refusal.ts';
import type { ApprovalRow } from './approval.ts';
import { bindArguments } from './bind-arguments.ts';

/** What a person says with a decision. */
export type Decision = Omit<ResolveApprovalBody, 'standing'>;

/** What a person decided besides yes or no. */
export interface Choice {
  readonly option: string | null;
  readonly reason: string | null;
  /** The arguments in place of the proposed ones, equal or changed; null if the person sent none. */
  readonly replacement: Pick<ApprovalRow, 'arguments' | 'arguments_sha256'> | null;
}

/** Validates a decision on a pending approval: the option, then the arguments. */
export function validateChoice(row: ApprovalRow, { decision, option, reason, arguments: sent }: Decision): Choice {
  if (decision === 'denied' && sent !== undefined)
    refuse('arguments_invalid', { path: '/arguments', message: 'Only an approval takes arguments.' });
  const chosen = decision === 'approved' ? (row.options ?? []) : [];
  if (option !== undefined && !chosen.some(({ id }) => id === option))
    refuse('option_unknown', {
      path: '/option',
      hint: chosen.length === 0 ? 'Leave option out.' : `It is one of ${chosen.map(({ id }) => id).join(', ')}.`,
    });
  if (option === undefined && chosen.length > 0) refuse('option_required', { path: '/option' });
  return {
    option: option ?? null,
    reason: reason ?? null,
    replacement: sent === undefined ? null : replace(row, sent),
  };
}

/** Returns whether an approval was decided by this very decision. What the decision leaves out is not compared. */
export function isSameChoice(row: ApprovalRow, { option, reason, arguments: sent }: Decision): boolean {
  if (option !== undefined && option !== row.option) return false;
  if (reason !== undefined && reason !== row.reason) return false;
  if (sent === undefined) return true;
  return row.proposed_arguments !== null && isSameJson(innerOf(row, row.arguments), sent);
}

/**
 * Returns the arguments that a person may change, out of an approval's whole arguments: the inner ones of a `decision.request`, or those
 * of another tool, of which none is editable.
 */
export function innerOf({ editable }: Pick<ApprovalRow, 'editable'>, args: ApprovalRow['arguments']): unknown {
  return editable === null ? args : args['arguments'];
}

function replace(row: ApprovalRow, sent: unknown): NonNullable<Choice['replacement']> {
  const verdict = validateReplacement(innerOf(row, row.arguments), sent, row.editable ?? []);
  if (!verdict.accepted)
    return refuse('arguments_invalid', {
      path: `/arguments${verdict.path}`,
      message: `The arguments cannot take the place of those that the agent proposed: this value ${verdict.message}.`,
    });
  if (verdict.changed.length === 0) return row;
  const args = { ...row.arguments, arguments: sent };
  // Only `decision.request` has editable arguments.
  const call = { tool: 'decision.request', requested_scope: row.requested_scope, arguments: args };
  return { arguments: args, arguments_sha256: bindArguments(call) };
}

function isSameJson(one: unknown, other: unknown): boolean {
  try {
    return canonicalJson(one ?? null) === canonicalJson(other);
  } catch {
    // A number that is not finite equals nothing.
    return false;
  }
}
