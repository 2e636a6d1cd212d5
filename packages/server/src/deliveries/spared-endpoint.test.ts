import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent } from '../testing/contract/agent.ts';
import { signUp, type Person } from '../testing/contract/person.ts';
import { awaitDelivery, deliver, openRoom } from '../testing/contract/room.ts';
import { useServer } from '../testing/contract/server.ts';
import { startWebhook } from '../testing/contract/webhook.ts';

const server = useServer({ PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' });
const count = 30;
let ada: Person;
beforeAll(async () => {
  ada = await signUp(server);
});

describe('deliveries to an endpoint that keeps failing', () => {
  it('keep their schedule and tell the owner why, until the endpoint is back', async () => {
    const hook = await startWebhook(server);
    hook.answer(503);
    const agent = await registerAgent(server, ada, { transport: 'webhook', webhook_url: hook.url });
    const rooms = await Promise.all(Array.from({ length: count }, () => openRoom(ada, agent)));
    const sent = await Promise.all(rooms.map((room) => deliver(ada, room, 'hello')));
    const failed = await Promise.all(
      sent.map((id) => awaitDelivery(server, agent, id, { status: 'failed', attempts: 1 })),
    );
    const spared = failed.filter(({ attempts: [attempt] }) => attempt.outcome === 'breaker_open');
    expect(hook.requests).toHaveLength(count - spared.length);
    expect(spared.length).toBeGreaterThan(0);
    for (const { attempts, nextAttemptAt, dispatchedAt } of spared) {
      expect(attempts[0]).toMatchObject({ statusCode: null, error: expect.stringContaining('kept failing') });
      const delayMs = Date.parse(nextAttemptAt) - Date.parse(attempts[0].startedAt);
      expect(delayMs).toBeGreaterThanOrEqual(60_000);
      expect(delayMs).toBeLessThanOrEqual(66_000 + 1000);
      expect(dispatchedAt).toBeNull();
    }

    hook.answer(200);
    await server.clock.advance(67_000);
    for (const id of sent) await awaitDelivery(server, agent, id, { status: 'delivered' });
  });
});
