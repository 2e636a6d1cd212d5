import type { AgentId, Envelope } from '@parley/protocol';
import type { CallOptions } from '../call-options.ts';
import type { AgentClient } from '../client.ts';
import { RefusedError } from '../errors.ts';

const words = 'Agents kept asking each other, so I stopped.';

/** Returns the agent that waits for an answer to a delivery; null where none does. */
export function waitingCaller(envelope: Envelope): AgentId | null {
  const call = envelope.event === 'agent.call' ? envelope.agent_call : null;
  return call && !call.in_answer_to ? call.from_agent_id : null;
}

/** The platform would take such a call as the answer that the other agent waits for, and nobody would answer it. */
export function circularCall(): RefusedError {
  return new RefusedError({
    code: 'agent_call_circle',
    status: 409,
    message: 'The called agent waits for your answer to its own call.',
    hint: 'Answer it with a reply that names it; it may call again.',
  });
}

/** Whether a call was refused because agents call each other in a circle. */
export function isCircle(error: unknown): boolean {
  return error instanceof RefusedError && ['agent_call_circle', 'agent_call_depth_exceeded'].includes(error.code);
}

/** Says so in the room, and to the agent that waits for an answer, which otherwise waits until its time is over. */
export async function sayCircle(client: AgentClient, envelope: Envelope, options: CallOptions): Promise<void> {
  const caller = waitingCaller(envelope);
  await client.reply(envelope.delivery_id, words, { ...options, ...(caller && { toAgentId: caller }) });
}
