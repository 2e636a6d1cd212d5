import type { DecisionApproved, DeniedByPerson, Envelope } from '@parley/protocol';
import type { PendingResult } from './result-store.ts';

type Outcome = Envelope<'tool.result'>['tool_result']['outcome'];

/** What came of an invocation. */
export interface InvocationResult<Content = unknown> {
  readonly invocationId: string;
  readonly tool: string;
  /** `denied` by the person or by policy; `expired` where nobody decided in time. */
  readonly outcome: Outcome;
  /** Whether it ran and succeeded. */
  readonly succeeded: boolean;
  /** What the tool answered; where it did not succeed, an object with a `code`. */
  readonly content: Content;
  /** What the person said about their decision; null where they said nothing, or approved something else than a decision. */
  readonly reason: string | null;
}

/** What a person decided. `Option` is the union of the ids of the options; never where there were none. */
export type Decision<Arguments = unknown, Option extends string = never> =
  | {
      readonly approved: true;
      /** Exactly what the person saw, with what they changed: act on these. */
      readonly arguments: Arguments;
      /** The id of the option that they chose; null where there were none. */
      readonly option: [Option] extends [never] ? null : Option;
      /** JSON Pointers to the arguments that they changed, of those that were `editable`. */
      readonly changed: readonly string[];
      /** What they said about it; null where they said nothing. */
      readonly reason: string | null;
      readonly outcome: 'succeeded';
      readonly invocationId: string;
    }
  | {
      readonly approved: false;
      readonly arguments: null;
      readonly option: null;
      readonly changed: readonly [];
      /** Why they denied it; null where they did not say, or nobody decided. */
      readonly reason: string | null;
      readonly outcome: Exclude<Outcome, 'succeeded'>;
      readonly invocationId: string;
    };

/** What `agent.onResult` gets: a result of an invocation that nobody waits for any longer, with what was left for it. */
export interface KnownResult<Data = unknown> extends InvocationResult {
  readonly kind: string;
  /** Whether a decision was approved; for another tool the same as `succeeded`. */
  readonly approved: boolean;
  /** The arguments of an approved decision, as the person saw them; else null. */
  readonly arguments: unknown;
  /** The id of the option that was chosen; null where there were none. */
  readonly option: string | null;
  /** JSON Pointers to the arguments that the person changed. */
  readonly changed: readonly string[];
  /** The `data` of the call that began it. */
  readonly data: Data;
}

/** Reads the result that a delivery carries. */
export function resultOf({ tool_result: result }: Envelope<'tool.result'>): InvocationResult {
  const { tool, outcome, content } = result;
  const succeeded = outcome === 'succeeded';
  const said = succeeded ? approvalIn(tool, content) : denialIn(content);
  return { invocationId: result.invocation_id, tool, outcome, succeeded, content, reason: said?.reason ?? null };
}

/** Reads the result of a `decision.request`. */
export function decisionOf({
  invocationId,
  tool,
  outcome,
  content,
  reason,
}: InvocationResult): Decision<unknown, string> {
  if (outcome !== 'succeeded') {
    return { approved: false, arguments: null, option: null, changed: [], reason, outcome, invocationId };
  }
  return { approved: true, ...boundBy(approvalIn(tool, content)), reason, outcome, invocationId } as Decision<
    unknown,
    string
  >;
}

export function knownResultOf(
  result: InvocationResult,
  pending: PendingResult & { readonly kind: string },
): KnownResult {
  const approval = result.succeeded ? approvalIn(result.tool, result.content) : null;
  return { ...result, kind: pending.kind, data: pending.data, approved: result.succeeded, ...boundBy(approval) };
}

type Approval = Partial<DecisionApproved>;

function approvalIn(tool: string, content: unknown): Approval | null {
  return tool === 'decision.request' ? (content as Approval | null) : null;
}

function denialIn(content: unknown): DeniedByPerson | null {
  const denial = content as DeniedByPerson | null;
  return denial?.code === 'denied_by_person' ? denial : null;
}

function boundBy(approval: Approval | null) {
  return {
    arguments: approval?.arguments ?? null,
    option: approval?.option ?? null,
    changed: approval?.changed ?? [],
  };
}
