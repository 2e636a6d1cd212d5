import type { ApprovalId, ApprovalKind, AgentId, InvocationId, ToolPolicy, UserId } from '@parley/protocol';
import type { Tx } from '../storage/storage.ts';
import type { ToolReach } from './tool-reach.ts';

/** Something that the platform does for agents, with credentials that they never see. */
export interface Tool {
  readonly name: string;
  /** The scope that a person has to grant. Several tools may share one. */
  readonly scope: string;
  /** What it does, for agents that look for one. */
  readonly description: string;
  readonly inputSchema: InputSchema;
  readonly policy: ToolPolicy;
  readonly kind: ApprovalKind;
  readonly reach: ToolReach;
  /** Whether running it twice does no more than running it once. Otherwise a run that a crash cut short is not tried again. */
  readonly repeatable: boolean;
  /** What is wrong with arguments; null where nothing is. */
  judge(args: ToolArguments): ArgumentsFault | null;
  /** One sentence for the person who is asked, at most 1,000 characters. */
  action(args: ToolArguments, agentName: string): string;
  /** Whole coins that would move; null where none would. */
  coinAmount(args: ToolArguments): number | null;
  readonly runs: RunsInside | RunsOutside;
}

/** A JSON Schema: 2020-12, unless its `$schema` says draft-06 or draft-07. */
export type InputSchema = Readonly<Record<string, unknown>>;

export type ToolArguments = Readonly<Record<string, unknown>>;

/** `path` is a JSON Pointer into the arguments. */
export interface ArgumentsFault {
  readonly path: string;
  readonly message: string;
}

/** Acts in the database, in the transaction that stores the outcome: it happens exactly once. */
interface RunsInside {
  readonly where: 'inside';
  run(tx: Tx, call: ToolCall): Promise<ToolOutcome>;
}

/** Acts elsewhere. It rejects only where it is at fault itself; whatever the provider does is an outcome. */
interface RunsOutside {
  readonly where: 'outside';
  run(call: ToolCall, signal: AbortSignal): Promise<ToolOutcome>;
}

/** A call that may run: its grant, its policy and its approval have been checked. */
export interface ToolCall {
  readonly invocationId: InvocationId;
  readonly agentId: AgentId;
  /** The person on whose behalf it runs. */
  readonly userId: UserId;
  readonly approvalId: ApprovalId | null;
  readonly arguments: ToolArguments;
  readonly now: Date;
}

/** `content` is any JSON; that of a failure has a `code`. */
export interface ToolOutcome {
  readonly succeeded: boolean;
  readonly content: unknown;
}

export const succeeded = (content: unknown): ToolOutcome => ({ succeeded: true, content });
export const failed = (content: { readonly code: string; readonly [detail: string]: unknown }): ToolOutcome => ({
  succeeded: false,
  content,
});
