import type { Context } from '@parley/agent-sdk';

/** The delivery of a message that names a command. */
export type MessageContext = Context<'message.created'>;

/** Something that the showcase does when it is asked to. */
export interface Command {
  /** What to write, also the payload of the button that leads here. */
  readonly name: string;
  /** Other ways to write it. */
  readonly aliases?: readonly string[];
  run(ctx: MessageContext, pace: Pace): Promise<unknown>;
}

/** Waits for one step of what is shown slowly on purpose. */
export type Pace = (steps?: number) => Promise<void>;
