import type { Envelope } from '@parley/protocol';
import type { AgentClient } from './client.ts';
import type { Clock } from './clock.ts';
import { RefusedError, isTransient } from './errors.ts';
import type { Handling } from './handling.ts';

/** Twice within the 5 seconds in which a stop is heard, less the time of an answer. */
const everyMs = 4000;
const once = { retries: 0, timeoutMs: 4000 };

/**
 * Asks every few seconds whether the person has stopped the answer to a message, for as long as its handler runs and sends nothing
 * that would be refused. Tasks are cancelled and not stopped. An answer of another agent continues the answer to a message, which the person
 * can stop until it is there.
 */
export async function watchStop(
  handling: Handling,
  { client, clock, over }: { readonly client: AgentClient; readonly clock: Clock; readonly over: AbortSignal },
): Promise<void> {
  if (!isStoppable(handling.envelope)) return;
  const signal = AbortSignal.any([over, handling.signal]);
  for (;;) {
    await clock.sleep(everyMs, signal, 'beat');
    if (signal.aborted) return;
    try {
      const { stopped } = await client.checkDelivery(handling.envelope.delivery_id, { retry: once, signal });
      if (stopped) return handling.end('stopped');
    } catch (error) {
      if (error instanceof RefusedError && !isTransient(error.status)) return;
    }
  }
}

function isStoppable(envelope: Envelope): boolean {
  if (envelope.event === 'agent.call') return (envelope.agent_call.in_answer_to ?? null) !== null;
  return envelope.event === 'message.created';
}
