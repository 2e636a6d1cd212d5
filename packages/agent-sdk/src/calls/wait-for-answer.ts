import type { ReplyAnswer, SendableBlock } from '@parley/protocol';
import type { AgentCallOptions } from '../call-options.ts';
import type { Clock } from '../clock.ts';
import type { Handling } from '../handling.ts';
import type { OpenCalls } from './open-calls.ts';

/** As long as the person's message shows who is asked. */
const usualMs = 10 * 60_000;

interface Parts {
  readonly calls: OpenCalls;
  readonly handling: Handling;
  readonly clock: Clock;
  readonly send: () => Promise<ReplyAnswer>;
}

/**
 * Calls another agent for a handler and waits for the answer. Meanwhile other conversations may have the handler's place, and calls of
 * other agents are handled in its conversation: the answer may depend on one of them.
 */
export function waitForAnswer(
  { calls, handling, clock, send }: Parts,
  { signal, timeoutMs = usualMs }: Pick<AgentCallOptions, 'signal' | 'timeoutMs'>,
): Promise<readonly SendableBlock[]> {
  const { turn, envelope } = handling;
  const late = new AbortController();
  const over = new AbortController();
  const ends = AbortSignal.any([handling.signal, late.signal, ...(signal ? [signal] : [])]);
  const call = async () => {
    const { agent_call } = await send();
    if (agent_call === null) throw new TypeError('The platform answered a call without its delivery id.');
    return agent_call.delivery_id;
  };
  const answer = calls.run(call, envelope.conversation_id, ends).finally(() => over.abort());
  void clock.sleep(timeoutMs, over.signal).then(() => {
    const reason = `The called agent did not answer within ${timeoutMs} ms.`;
    if (!over.signal.aborted) late.abort(new DOMException(reason, 'TimeoutError'));
  });
  return turn.calls.watch(turn.slot.openWhile(answer), { mayOutlive: true });
}
