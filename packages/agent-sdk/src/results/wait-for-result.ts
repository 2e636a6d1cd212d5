import type { InvokeToolAnswer } from '@parley/protocol';
import type { CallOptions, ToolCall } from '../call-options.ts';
import type { Clock } from '../clock.ts';
import { isAwaited } from '../floating-calls.ts';
import type { Handling } from '../handling.ts';
import type { InvokeOptions } from './invoke-options.ts';
import type { InvocationResult } from './outcome.ts';
import type { OpenResults, Waiting } from './open-results.ts';

interface Parts<Result> {
  readonly desk: OpenResults;
  readonly handling: Handling;
  readonly clock: Clock;
  readonly toCall: () => Promise<ToolCall>;
  readonly invoke: (call: ToolCall, options: CallOptions) => Promise<InvokeToolAnswer>;
  readonly read: (result: InvocationResult) => Result;
}

/** Invokes a tool for a handler and waits for what comes of it; meanwhile other conversations may have the handler's place. */
export function waitForResult<Result>(
  { desk, handling, clock, toCall, invoke, read }: Parts<Result>,
  { kind, data = null, ...options }: InvokeOptions,
): Promise<Result> {
  const { delivery_id: deliveryId, conversation_id: conversationId } = handling.envelope;
  const waiting: Waiting = { isAwaited: () => false };
  const begun = toCall().then((call) => {
    const createdAt = new Date(clock.now()).toISOString();
    const note = { kind: kind ?? null, tool: call.tool, conversationId, deliveryId, data, createdAt };
    const givenUp = () => (handling.turn.goesOn ||= kind !== undefined);
    return desk.run(() => invoke(call, options), note, { signal: handling.signal, waiting, givenUp });
  });
  const watched = handling.turn.calls.watch(handling.turn.slot.lendWhile(begun).then(read), { mayOutlive: true });
  waiting.isAwaited = () => isAwaited(watched);
  return watched;
}
