import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { registerAgent, type Agent } from '../../testing/contract/agent.ts';
import { openInbox } from '../../testing/contract/inbox.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { awaitDelivery, deliver, deliveryOf, openConversation } from '../../testing/contract/conversation.ts';
import type { RelayHub } from '../carriers/relay/relay-hub.ts';

let server: TestServer;
let ada: Person;
let agent: Agent;
let conversation: string;
beforeAll(async () => {
  server = await startTestServer();
  ada = await signUp(server);
});
beforeEach(async () => {
  agent = await registerAgent(server, ada);
  conversation = await openConversation(ada, agent);
});
afterAll(() => server.stop());

/** Waits for the next attempt and returns the delivery after it. */
async function afterAttempt(deliveryId: string, attempts: number) {
  const { nextAttemptAt } = await deliveryOf(agent, deliveryId);
  await server.clock.advance(Date.parse(nextAttemptAt) - server.clock.now() + 1000);
  return awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts });
}

describe('a delivery that cannot be attempted', () => {
  it('ends a delivery that crashes three times, and says so to the owner', async () => {
    const relays: Pick<RelayHub, 'deliver'> = server.app.relays;
    const { deliver: works } = relays;
    relays.deliver = () => {
      throw new TypeError('a fault of the carrier');
    };
    const deliveryId = await deliver(ada, conversation, 'hello');
    await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 1 });
    await afterAttempt(deliveryId, 2);
    const ended = await afterAttempt(deliveryId, 3);
    relays.deliver = works;
    expect(ended.nextAttemptAt).toBeNull();
    const told = ended.attempts.map(({ outcome, error }: Record<string, string>) => [outcome, error]);
    expect(told).toEqual(Array.from({ length: 3 }, () => ['crashed', 'The attempt crashed: TypeError.']));
    await server.clock.leap(86_400_000);
    expect((await deliveryOf(agent, deliveryId)).attemptCount).toBe(3);

    const inbox = await openInbox(agent);
    await ada.post(`/v1/agents/${agent.agentId}/deliveries/${deliveryId}/replay`);
    expect((await inbox.awaitEnvelope('message.created')).delivery_id).toBe(deliveryId);
    inbox.close();
  });

  it('fails, and says why, where the secret to sign it with was sealed under another key', async () => {
    await sql`update credentials set sealed_secret = ${Buffer.alloc(60)} where agent_id = ${agent.agentId}`.execute(
      server.app.storage.db,
    );
    const deliveryId = await deliver(ada, conversation, 'hello');
    const failed = await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 1 });
    expect(failed.attempts[0]).toMatchObject({ outcome: 'no_credential', error: expect.stringContaining('key') });
    expect(failed.nextAttemptAt).not.toBeNull();
  });
});
