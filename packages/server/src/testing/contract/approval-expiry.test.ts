import { beforeAll, describe, expect, it } from 'vitest';
import { openDesk, type Desk } from './desk.ts';
import { eventually, quiet } from './eventually.ts';
import type { Json } from './http.ts';
import { openInbox } from './inbox.ts';
import { expectRefusal } from './refused.ts';
import { useServer } from './server.ts';

const hourMs = 3_600_000;
const patienceMs = 120_000;
const charge = { amount: 5, reason: 'tea' };
const stateOf = async (desk: Desk, approvalId: string): Promise<string> =>
  (await desk.person.get(`/v1/approvals/${approvalId}`)).body.item.state;

describe('§7 an approval that nobody resolves', { timeout: patienceMs }, () => {
  const server = useServer();
  let desk: Desk;
  let asked: { invocationId: string; approvalId: string };
  let envelopes: Json[];

  beforeAll(async () => {
    desk = await openDesk(server, ['coin.charge']);
    asked = await desk.ask('coin.charge', charge);
    // Closed, because the stream would send heartbeats for a whole day.
    desk.inbox.close();
  });

  it('waits for almost 24 hours', async () => {
    await server.clock.leap(23.9 * hourMs);
    expect(await stateOf(desk, asked.approvalId)).toBe('pending');
  });

  it('expires after 24 hours', async () => {
    await server.clock.leap(0.2 * hourMs);
    await eventually(server, 'the approval to expire', async () => {
      return (await stateOf(desk, asked.approvalId)) === 'expired';
    });
  });

  it('ends in approval.resolved and then tool.result, both expired, once each', async () => {
    // Both deliveries must wait for a stream before it opens. Otherwise the second could arrive while the first waits
    // for its next attempt.
    await eventually(server, 'both to have been tried', async () => {
      const { items } = (await desk.agent.owner.get(`/v1/agents/${desk.agent.agentId}/deliveries?status=failed`)).body;
      return items.filter((item: Json) => item.event !== 'message.created').length === 2;
    });
    const inbox = await openInbox(desk.agent);
    await inbox.awaitEnvelope('tool.result');
    await quiet(server);
    envelopes = inbox.envelopes().filter((envelope) => envelope.event !== 'message.created');
    expect(envelopes.map((envelope) => envelope.event)).toEqual(['approval.resolved', 'tool.result']);
    expect(envelopes[0].approval).toMatchObject({ id: asked.approvalId, state: 'expired' });
    const invocation_id = asked.invocationId;
    expect(envelopes[1].tool_result).toMatchObject({ invocation_id, outcome: 'expired', is_error: true });
    inbox.close();
  });

  it('cannot be revived, either way', async () => {
    for (const decision of ['approved', 'denied'])
      expectRefusal(await desk.resolve(asked.approvalId, decision), 409, 'approval_expired');
    expect(await stateOf(desk, asked.approvalId)).toBe('expired');
    expect(await desk.balance()).toBe(100);
  });

  it('can be listed as expired', async () => {
    const { items } = (await desk.person.get('/v1/approvals?state=expired')).body;
    expect(items.map((item: Json) => item.id)).toEqual([asked.approvalId]);
  });
});

describe('§9 PARLEY_APPROVAL_TTL', () => {
  const server = useServer({ PARLEY_APPROVAL_TTL: '2m' });

  it('sets how long an approval waits, and resolving in time is enough', async () => {
    const desk = await openDesk(server, ['coin.charge']);
    const [late, early] = [await desk.ask('coin.charge', charge), await desk.ask('coin.charge', charge)];
    const { item } = (await desk.person.get(`/v1/approvals/${late.approvalId}`)).body;
    expect(Date.parse(item.expiresAt) - Date.parse(item.createdAt)).toBe(120_000);
    await server.clock.advance(100_000);
    expect((await desk.resolve(early.approvalId, 'approved')).status).toBe(200);
    await server.clock.advance(30_000);
    expect((await desk.result(late.invocationId)).outcome).toBe('expired');
    expect((await desk.result(early.invocationId)).outcome).toBe('succeeded');
    expectRefusal(await desk.resolve(late.approvalId, 'approved'), 409, 'approval_expired');
    expect((await desk.resolve(early.approvalId, 'approved')).status).toBe(200);
    expect(await desk.balance()).toBe(95);
    desk.inbox.close();
  });
});
