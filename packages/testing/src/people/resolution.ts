import type { Approval, ResolveApprovalBody, StandingGrant } from '@parley/protocol';
import { milliseconds, type Duration } from '../time/duration.ts';

/** How a person approves. With `until` they also let equal calls run without a question. */
export interface Approving {
  /** The id of the option that they choose. */
  readonly option?: string;
  /** What they approve in place of the arguments of the decision: those with `editable` ones changed. */
  readonly arguments?: unknown;
  /** What they say about it. */
  readonly reason?: string;
  /** How long equal calls may run without a question, from now on by the world's clock, or until when. */
  readonly until?: Duration | Date;
  /** How many calls may run, the approved one included. */
  readonly uses?: number;
  /** Arguments that must stay as they were approved: names, or JSON Pointers; `''` is all of them. */
  readonly equal?: readonly string[];
  /** Bounds of arguments that are numbers, by name or JSON Pointer, for each call or in sum. */
  readonly max?: Readonly<Record<string, { readonly perCall?: number; readonly total?: number }>>;
  /** Whether calls of other rooms are covered too. */
  readonly anyConversation?: boolean;
}

/** How a person denies. */
export interface Denying {
  /** What they say about it. */
  readonly reason?: string;
}

/** An approval as it was decided, with the standing grant where they gave one. */
export type Approved<How> = How extends { readonly until: Duration | Date }
  ? Approval & { readonly standingGrant: StandingGrant }
  : Approval;

/** What a decision is for the platform. */
export function resolutionOf(decision: 'approved' | 'denied', how: Approving, nowMs: number): ResolveApprovalBody {
  const { option, reason, until } = how;
  return {
    decision,
    ...(option === undefined ? {} : { option }),
    ...('arguments' in how ? { arguments: how.arguments } : {}),
    ...(reason === undefined ? {} : { reason }),
    ...(until === undefined ? {} : { standing: { until: timeOf(until, nowMs), ...boundsOf(how) } }),
  };
}

function boundsOf({ uses, equal, max, anyConversation }: Approving) {
  return {
    ...(uses === undefined ? {} : { uses }),
    ...(equal === undefined ? {} : { equal: equal.map(pointerOf) }),
    ...(max === undefined
      ? {}
      : { max: Object.entries(max).map(([name, bound]) => ({ path: pointerOf(name), ...bound })) }),
    ...(anyConversation === undefined ? {} : { anyConversation }),
  };
}

function timeOf(until: Duration | Date, nowMs: number): string {
  return (until instanceof Date ? until : new Date(nowMs + milliseconds(until))).toISOString();
}

function pointerOf(name: string): string {
  return name === '' || name.startsWith('/') ? name : `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
