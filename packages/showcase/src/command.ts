import type { Context } from '@parley/agent-sdk';

/** The delivery of a message that names a command. */
export type MessageContext = Context<'message.created'>;

/** A command that the showcase runs on request. */
export interface Command {
  /** The text that runs it, also the payload of its buttons. */
  readonly name: string;
  /** Other texts that run it. */
  readonly aliases?: readonly string[];
  /** Whether it waits for the person, so that other commands go on meanwhile. */
  readonly waits?: boolean;
  run(ctx: MessageContext, pace: Pace): Promise<unknown>;
}

/** Waits for a number of steps, to show something slowly on purpose. */
export type Pace = (steps?: number) => Promise<void>;
