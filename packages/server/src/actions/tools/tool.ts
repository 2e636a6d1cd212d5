import type {
  AgentId,
  ApprovalId,
  ApprovalKind,
  DecisionOption,
  InvocationId,
  ToolPolicy,
  UserId,
} from '@parley/protocol';
import type { Tx } from '../../platform/storage/storage.ts';
import type { ToolReach } from './tool-reach.ts';

/** An action that the platform performs for agents, with credentials that agents never see. */
export interface Tool {
  readonly name: string;
  /** The scope that a person must grant. Several tools may share one. */
  readonly scope: string;
  /** What the tool does, for agents that choose one. */
  readonly description: string;
  readonly inputSchema: InputSchema;
  readonly policy: ToolPolicy;
  /** Whether a standing grant may cover calls of it. */
  readonly standing: boolean;
  /** The hash of what a standing grant depends on; null while the tool server has not said it. */
  readonly definition: Buffer | null;
  readonly kind: ApprovalKind;
  readonly reach: ToolReach;
  /**
   * Whether running it twice has the same effect as running it once. Otherwise a run that a crash interrupted is not
   * retried.
   */
  readonly repeatable: boolean;
  /** Returns what is wrong with the arguments, or null if they are valid. */
  validate(args: ToolArguments): ArgumentsFault | null;
  /** Returns one sentence for the person who is asked, at most 1,000 characters; the agent's name is set in quotation marks. */
  action(args: ToolArguments, agentName: string): string;
  /** Returns the whole coins that the call would move, or null if it moves none. */
  coinAmount(args: ToolArguments): number | null;
  /** Returns what the person may choose and change, and until when. Only a `decision.request` asks so much. */
  question?(args: ToolArguments): Question;
  readonly runs: RunsInside | RunsOutside;
}

/** What a call asks the person besides yes or no. */
export interface Question {
  readonly options: readonly DecisionOption[];
  /** JSON Pointers into the inner arguments. */
  readonly editable: readonly string[];
  /** How long the person has, in milliseconds; null is the server's default. */
  readonly expiresInMs: number | null;
}

/** A JSON Schema: 2020-12, unless its `$schema` says draft-06 or draft-07. */
export type InputSchema = Readonly<Record<string, unknown>>;

export type ToolArguments = Readonly<Record<string, unknown>>;

/** `path` is a JSON Pointer into the arguments. */
export interface ArgumentsFault {
  readonly path: string;
  readonly message: string;
}

/** Runs in the transaction that stores the outcome, so it happens exactly once. */
interface RunsInside {
  readonly where: 'inside';
  run(tx: Tx, call: ToolCall): Promise<ToolOutcome>;
}

/**
 * Runs outside the database. Rejects only on a bug of its own: every answer and failure of the provider is an outcome.
 */
interface RunsOutside {
  readonly where: 'outside';
  run(call: ToolCall, signal: AbortSignal): Promise<ToolOutcome>;
}

/** A call that may run: its grant, policy and approval have been checked. */
export interface ToolCall {
  readonly invocationId: InvocationId;
  readonly agentId: AgentId;
  /** The person that it runs for. */
  readonly userId: UserId;
  readonly approvalId: ApprovalId | null;
  readonly arguments: ToolArguments;
  /**
   * The definition that the tool must still have when it is called, because a standing grant covers the call; null if
   * none does.
   */
  readonly definition: Buffer | null;
  readonly now: Date;
}

/** `content` is any JSON. For a failure it has a `code`. */
export interface ToolOutcome {
  readonly succeeded: boolean;
  readonly content: unknown;
  /** True if no connection to the provider could be made, so that the call did nothing. */
  readonly unreached?: boolean;
  /** True if the tool turned out to be defined otherwise than the call requires, so that it was not called. */
  readonly redefined?: boolean;
}

export const succeeded = (content: unknown): ToolOutcome => ({ succeeded: true, content });
export const failed = (content: { readonly code: string; readonly [detail: string]: unknown }): ToolOutcome => ({
  succeeded: false,
  content,
});
