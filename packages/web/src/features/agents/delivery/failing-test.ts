import { envelopeOf } from './envelope-of.ts';
import type { EnvelopeInput } from './envelope-of.ts';

/**
 * Returns a test that runs the agent's handlers on this delivery and fails while they fail. A person's message is sent again to a real
 * server; any other delivery is passed to the agent unchanged.
 */
export function failingTest(input: EnvelopeInput): string {
  const { delivery, message } = input;
  const { event, handlerError } = delivery;
  const happened = handlerError
    ? `Its handler failed: ${oneLine(handlerError.reason)}`
    : `It is ${delivery.status} after ${delivery.attemptCount} attempts.`;
  const said = event === 'message.created' && message?.author.type === 'user' ? message.body : null;
  return said === null ? replayed(input, happened) : saidAgain(input, happened, said);
}

function saidAgain({ delivery }: EnvelopeInput, happened: string, said: string): string {
  return `import type { Agent } from '@parley/agent-sdk';
import { createWorld } from '@parley/testing';
import { expect, test } from 'vitest';

// ${happened}
const said = ${JSON.stringify(said)};

/** Put what registers your handlers here. */
function makeMyAgent(agent: Agent): Agent {
  return agent;
}

/** Put the content of your parley.json here, for what your agent asks of people. */
const manifest = {};

test('${titleOf(delivery)}', { timeout: 30_000 }, async () => {
  const world = await createWorld({ clock: ${JSON.stringify(delivery.createdAt)} });
  try {
    const agent = await world.agent(makeMyAgent, { manifest });
    const ada = await world.person('ada');
    await ada.says(said);
    await ada.sees(({ author }) => author.type === 'agent', { withinMs: 5000 });
    expect((await agent.deliveries()).map(({ handlerError }) => handlerError)).toEqual([null]);
  } finally {
    await world.close();
  }
});
`;
}

function replayed(input: EnvelopeInput, happened: string): string {
  const body = input.message
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

test('${titleOf(input.delivery)}', async () => {
  const platform = await new FakePlatform().start();
  const agent = makeMyAgent(new Agent(platform.options));
  try {
    await agent.startRelay();
    platform.relay.deliver(envelope);
    const failures = () => platform.calls.filter(({ path }) => path.endsWith('/failure'));
    const replies = () => platform.bodies('/hooks/v1/reply');
    await vi.waitFor(() => expect(failures().length + replies().length).toBeGreaterThan(0), { timeout: 5000 });
    expect(failures().map(({ body }) => body?.reason)).toEqual([]);
    expect(replies().length).toBeGreaterThan(0);
  } finally {
    await agent.stop();
    await platform.stop();
  }
});
`;
}

const titleOf = ({ event, deliveryId }: EnvelopeInput['delivery']) =>
  `${event} ${deliveryId} is answered without a failure`;

/** Returns a text on one line, so that text from an agent cannot end the comment that contains it. */
function oneLine(text: string): string {
  return text.replaceAll(/[\s\u2028\u2029]+/g, ' ').slice(0, 300);
}
