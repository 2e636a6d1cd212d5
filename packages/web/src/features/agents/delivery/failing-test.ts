import { envelopeOf } from './envelope-of.ts';
import type { EnvelopeInput } from './envelope-of.ts';

/** A test that runs an agent's handlers against this delivery, and fails for as long as they do. */
export function failingTest(input: EnvelopeInput): string {
  const { delivery, message } = input;
  const { deliveryId, event, handlerError } = delivery;
  const happened = handlerError
    ? `Its handler failed: ${oneLine(handlerError.reason)}`
    : `It is ${delivery.status} after ${delivery.attemptCount} attempts.`;
  const body = message
    ? 'The envelope as the agent got it, but for the locale and the zone of the person.'
    : 'The words are a sample: the delivery log keeps no bodies.';
  return `import { Agent, FakePlatform } from '@parley/agent-sdk';
import type { Envelope } from '@parley/agent-sdk';
import { expect, test, vi } from 'vitest';

// ${happened}
// ${body}
const envelope = ${JSON.stringify(envelopeOf(input), null, 2)} as unknown as Envelope;

/** Put what registers your handlers here. */
function makeMyAgent(agent: Agent): Agent {
  return agent;
}

test('${event} ${deliveryId} is answered without a failure', async () => {
  const platform = await new FakePlatform().start();
  const agent = makeMyAgent(new Agent(platform.options));
  try {
    await agent.startRelay();
    platform.relay.deliver(envelope);
    const failures = () => platform.calls.filter(({ path }) => path.endsWith('/failure'));
    const replies = () => platform.bodies('/hooks/v1/reply');
    await vi.waitFor(() => expect(failures().length + replies().length).toBeGreaterThan(0), { timeout: 5000 });
    expect(failures().map(({ body }) => body)).toEqual([]);
    expect(replies().length).toBeGreaterThan(0);
  } finally {
    await agent.stop();
    await platform.stop();
  }
});
`;
}

/** What an agent wrote must not end the comment that it stands in. */
function oneLine(text: string): string {
  return text.replaceAll(/[\s\u2028\u2029]+/g, ' ').slice(0, 300);
}
