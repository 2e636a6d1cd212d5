import type { SendableBlock } from '@parley/protocol';
import type { RetryOptions } from './platform-client.ts';
import type { Content } from './content.ts';

/** Options that every call takes. */
export interface CallOptions {
  /**
   * 1 to 255 printable ASCII characters. Two calls with one key are one call, also across restarts, for 24 hours. Without
   * it the SDK makes a new key for each call, which all tries of that call share.
   */
  readonly idempotencyKey?: string;
  /** Overrides how this call is retried. */
  readonly retry?: Partial<RetryOptions>;
  /** Gives the call up. */
  readonly signal?: AbortSignal | undefined;
}

export interface ReplyOptions extends CallOptions {
  /** Replaces the open draft of the delivery in place of sending a final reply. */
  readonly partial?: boolean;
  /** Also calls this agent with the same blocks. Final replies only. */
  readonly toAgentId?: string;
}

/** Options of a stream that does not end as a usual reply. */
export interface StreamOptions<Sent> extends CallOptions {
  /**
   * Sends the whole at the end in place of `ctx.reply`, and closes the draft: as a reply that answers another agent, or as the update that ends
   * a task.
   */
  readonly send: (blocks: readonly SendableBlock[]) => Promise<Sent>;
}

/** Options of a call of another agent. */
export interface AgentCallOptions extends Omit<CallOptions, 'retry'> {
  /** How long to wait for the answer, in milliseconds; 10 minutes where it is not given. Then it throws a TimeoutError. */
  readonly timeoutMs?: number;
}

/** When a tick is to come: either `at`, at most 365 days ahead, or `cron`, five fields read in `timezone`. */
export type Plan = {
  /** What the tick says, 1 to 1,000 characters. */
  readonly text: string;
  /** An IANA name; that of the person where it is not given. */
  readonly timezone?: string;
} & ({ readonly at: Date | string; readonly cron?: never } | { readonly cron: string; readonly at?: never });

export interface TaskUpdateOptions extends CallOptions {
  /** 1 to 10,000 characters. */
  readonly note?: string;
  readonly content?: Content;
}

export interface ToolCall {
  /** The tool's name, such as `clock.now`. */
  readonly tool: string;
  /** The scope that the tool needs, such as `clock.read`. */
  readonly requestedScope: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
}

export interface HistoryOptions extends CallOptions {
  /** The newest messages below this `seq`. Not together with `after`. */
  readonly before?: number;
  /** The oldest messages above this `seq`. */
  readonly after?: number;
  /** 1 to 200; 50 where it is not given. */
  readonly limit?: number;
  /** The `next_cursor` of the page before, in place of `before` and `after`. */
  readonly cursor?: string;
  /** The delivery that you read for: in a group its person is asked for `history.read`, once, if they do not grant it. */
  readonly deliveryId?: string;
}
