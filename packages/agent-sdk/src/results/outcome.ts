import type { Envelope } from '@parley/protocol';
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
}

/** What a person decided. */
export type Decision<Arguments = unknown> =
  | {
      readonly approved: true;
      /** Exactly what the person saw: act on these. */
      readonly arguments: Arguments;
      readonly outcome: 'succeeded';
      readonly invocationId: string;
    }
  | {
      readonly approved: false;
      readonly arguments: null;
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
  /** The `data` of the call that began it. */
  readonly data: Data;
}

/** Reads the result that a delivery carries. */
export function resultOf({ tool_result: result }: Envelope<'tool.result'>): InvocationResult {
  return {
    invocationId: result.invocation_id,
    tool: result.tool,
    outcome: result.outcome,
    succeeded: result.outcome === 'succeeded',
    content: result.content,
  };
}

/** Reads the result of a `decision.request`. */
export function decisionOf(result: InvocationResult): Decision {
  const { invocationId, outcome, content } = result;
  if (outcome !== 'succeeded') return { approved: false, arguments: null, outcome, invocationId };
  return { approved: true, arguments: boundArguments(content), outcome, invocationId };
}

export function knownResultOf(
  result: InvocationResult,
  pending: PendingResult & { readonly kind: string },
): KnownResult {
  const bound = result.succeeded && result.tool === 'decision.request' ? boundArguments(result.content) : null;
  return { ...result, kind: pending.kind, data: pending.data, approved: result.succeeded, arguments: bound };
}

function boundArguments(content: unknown): unknown {
  return (content as { readonly arguments?: unknown } | null)?.arguments ?? null;
}
