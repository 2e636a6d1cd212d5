import { RefusedError, text, type SendableBlock } from '@parley/agent-sdk';
import type { Asking } from './seat.ts';

/** Where the answer to a delivery goes. */
export interface Destination {
  /** Begins the work. Returns false if nobody wants it any more. */
  begin(): Promise<boolean>;
  /** Sends the last message of the answer. `failure` is what kept the model from answering to the end, in words, or null. */
  end(blocks: readonly SendableBlock[], failure: string | null): Promise<unknown>;
  /** Ends what the platform would leave open when the handler throws. */
  giveUp(): Promise<unknown>;
}

/** Returns the room, for a task also its state, and for a call the calling agent. */
export function destinationOf(ctx: Asking): Destination {
  if (ctx.is('task.assigned')) return toTask(ctx);
  if (ctx.is('agent.call')) return toCaller(ctx, ctx.envelope.agent_call.from_agent_id);
  return { begin: () => Promise.resolve(true), end: (blocks) => ctx.reply(blocks), giveUp: () => Promise.resolve() };
}

const broken = 'Something went wrong on my side, so there is no answer. Please ask again.';
/** The most that the note of a task holds. */
const noteCharacters = 10_000;

function toTask(ctx: Asking): Destination {
  const end: Destination['end'] = (blocks, failure) => {
    const note = Array.from(failure ?? wordsIn(blocks)).slice(0, noteCharacters);
    return moves(ctx, failure === null ? 'completed' : 'failed', { content: blocks, note: note.join('') });
  };
  return { begin: () => moves(ctx, 'in_progress'), end, giveUp: () => end([text(broken)], broken) };
}

/** Moves the task. Returns false if it is over, because its person cancelled it. */
async function moves(ctx: Asking, ...update: Parameters<Asking['updateTask']>): Promise<boolean> {
  try {
    await ctx.updateTask(...update);
    return true;
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'illegal_task_transition') return false;
    throw error;
  }
}

/** The caller gets the words alone: the calls that ran are for the owner of this agent, who sees them while they run. */
function toCaller(ctx: Asking, toAgentId: string): Destination {
  const end: Destination['end'] = (blocks) =>
    ctx.reply(
      blocks.filter(({ type }) => type === 'text'),
      { toAgentId },
    );
  return { begin: () => Promise.resolve(true), end, giveUp: () => end([text(broken)], broken) };
}

function wordsIn(blocks: readonly SendableBlock[]): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n');
}
