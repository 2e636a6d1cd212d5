import { jsonPointer } from '../blocks/json-pointer.ts';
import { canonicalJson } from '../canonical-json.ts';
import type { AgentId, ConversationId, UserId } from '../id-forms.ts';
import { addDecimals, decimalOf, isGreater, type Decimal } from './decimal.ts';
import { readPointer } from './read-pointer.ts';

/** A tool call of an agent on behalf of a person. */
export interface StandingCall {
  readonly agentId: AgentId;
  readonly userId: UserId;
  readonly tool: string;
  readonly requestedScope: string;
  readonly conversationId: ConversationId;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Whether the call answers a message, form, task or schedule of that person, and no call of another agent. */
  readonly isOwnAct: boolean;
}

/** What a standing grant covers and how much of it was used. */
export interface StandingTerms {
  readonly agentId: AgentId;
  readonly userId: UserId;
  readonly tool: string;
  readonly requestedScope: string;
  /** Null covers every conversation. */
  readonly conversationId: ConversationId | null;
  /** The top-level members of the arguments that the person approved. A covered call has no others. */
  readonly members: readonly string[];
  readonly equal: readonly { readonly path: string; readonly value: unknown }[];
  readonly max: readonly StandingMax[];
  /** The largest number of uses; null is no limit. */
  readonly uses: number | null;
  readonly used: number;
  /** In milliseconds since 1970. */
  readonly untilMs: number;
  /** False once the grant was revoked or became invalid. */
  readonly isActive: boolean;
}

/** The bounds of a number in the arguments; null is no bound. */
export interface StandingMax {
  readonly path: string;
  readonly perCall: number | null;
  readonly total: number | null;
  /** The exact sum of the uses so far. */
  readonly spent: Decimal;
}

/** Why a grant does not cover a call, in the order of the checks. The last two mean that no room is left. */
export const standingFaults = [
  'not_active',
  'expired',
  'other_agent',
  'other_person',
  'other_tool',
  'other_scope',
  'other_conversation',
  'not_own_act',
  'unknown_member',
  'not_equal',
  'not_a_number',
  'above_per_call',
  'above_total',
  'no_uses_left',
] as const;
export type StandingFault = (typeof standingFaults)[number];

/** `path` is the JSON Pointer of the member or value that is not covered. */
export type StandingVerdict =
  | { readonly covered: true; readonly amounts: readonly Decimal[] }
  | { readonly covered: false; readonly fault: StandingFault; readonly path?: string };

/**
 * Checks whether a standing grant covers a call at a time in milliseconds. If it does, `amounts` has the value that the call adds to each
 * of the grant's sums, in the order of `max`.
 */
export function coverageOf(call: StandingCall, grant: StandingTerms, nowMs: number): StandingVerdict {
  return faultOfCall(call, grant, nowMs) ?? validateArguments(call.arguments, grant);
}

function faultOfCall(call: StandingCall, grant: StandingTerms, nowMs: number): StandingVerdict | null {
  if (!grant.isActive) return uncovered('not_active');
  if (nowMs >= grant.untilMs) return uncovered('expired');
  if (call.agentId !== grant.agentId) return uncovered('other_agent');
  if (call.userId !== grant.userId) return uncovered('other_person');
  if (call.tool !== grant.tool) return uncovered('other_tool');
  if (call.requestedScope !== grant.requestedScope) return uncovered('other_scope');
  if (grant.conversationId !== null && call.conversationId !== grant.conversationId)
    return uncovered('other_conversation');
  return call.isOwnAct ? null : uncovered('not_own_act');
}

function validateArguments(args: StandingCall['arguments'], grant: StandingTerms): StandingVerdict {
  const stranger = Object.keys(args).find((name) => !grant.members.includes(name));
  if (stranger !== undefined) return uncovered('unknown_member', jsonPointer([stranger]));
  const unequal = grant.equal.find(({ path, value }) => !isSame(readPointer(args, path), value));
  if (unequal) return uncovered('not_equal', unequal.path);
  const amounts: Decimal[] = [];
  for (const bound of grant.max) {
    const amount = amountAt(args, bound.path);
    if (amount === null) return uncovered('not_a_number', bound.path);
    const { perCall, total } = bound;
    if (perCall !== null && isGreater(amount, decimalOf(perCall))) return uncovered('above_per_call', bound.path);
    if (total !== null && isGreater(addDecimals(bound.spent, amount), decimalOf(total)))
      return uncovered('above_total', bound.path);
    amounts.push(amount);
  }
  if (grant.uses !== null && grant.used >= grant.uses) return uncovered('no_uses_left');
  return { covered: true, amounts };
}

/** Returns the number at a path of the arguments; null if there is none, or if it is negative or not finite. */
export function amountAt(args: StandingCall['arguments'], path: string): Decimal | null {
  const value = readPointer(args, path);
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? decimalOf(value) : null;
}

/** Returns whether a use has left nothing: no uses, or no part of a total. */
export function isSpent({ uses, used, max }: Pick<StandingTerms, 'uses' | 'used' | 'max'>): boolean {
  const isFull = ({ total, spent }: StandingMax) => total !== null && !isGreater(decimalOf(total), spent);
  return (uses !== null && used >= uses) || max.some(isFull);
}

function isSame(value: unknown, other: unknown): boolean {
  if (value === undefined) return false;
  try {
    return canonicalJson(value) === canonicalJson(other);
  } catch {
    // The value holds a number that is not finite, which equals nothing.
    return false;
  }
}

function uncovered(fault: StandingFault, path?: string): StandingVerdict {
  return path === undefined ? { covered: false, fault } : { covered: false, fault, path };
}
