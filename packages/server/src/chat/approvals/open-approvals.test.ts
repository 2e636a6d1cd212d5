import { beforeAll, describe, expect, it } from 'vitest';
import { openConversation, deliver } from '../../testing/contract/conversation.ts';
import { signUp } from '../../testing/contract/person.ts';
import { useServer } from '../../testing/contract/server.ts';
import { openShop, type Shop } from '../../actions/tools/fixtures/shop.ts';

const server = useServer({ PARLEY_APPROVAL_TTL: '2m', PARLEY_QUOTA_OPEN_APPROVALS: '3' });
let shop: Shop;

beforeAll(async () => {
  shop = await openShop(server, ['coin.charge', 'clock.read']);
});

const charge = (delivery?: string) =>
  shop.invoke({ tool: 'coin.charge', args: { amount: 1, reason: 'Tea' }, ...(delivery ? { delivery } : {}) });
const pending = async (): Promise<string[]> =>
  (await shop.person.get('/v1/approvals?state=pending')).body.items.map(({ id }: { id: string }) => id);

describe('§10 the open approvals of one agent for one person', () => {
  it('are bounded: the one too many is refused with the limit in its hint, and stores nothing', async () => {
    const deliveries = [];
    for (let conversation = 0; conversation < 2; conversation++) {
      const id = await openConversation(shop.person, shop.agent);
      for (let n = 0; n < 3; n++) deliveries.push(await deliver(shop.person, id, 'hello'));
    }
    // Two conversations at once: the lock of one does not keep the other from counting.
    const answers = await Promise.all(deliveries.map((delivery) => charge(delivery)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual(
      Array.from({ length: 3 }, () => [403, 'quota_exceeded']),
    );
    expect(refused[0]?.body.error.hint).toContain('3 open approvals');
    expect(await pending()).toHaveLength(3);
  });

  it('leave what asks nobody alone, and what comes before: grant and arguments', async () => {
    expect((await shop.invoke({ tool: 'clock.now', scope: 'clock.read' })).body.outcome).toBe('allow');
    const wrong = await shop.invoke({ tool: 'coin.charge', args: { amount: 0, reason: 'Tea' } });
    expect(wrong.body.error.code).toBe('arguments_invalid');
  });

  it('are counted for each person alone', async () => {
    const other = await signUp(server);
    const conversation = await openConversation(other, shop.agent);
    await other.put(`/v1/agents/${shop.agent.agentId}/membership/grants`, { scopes: ['coin.charge'] });
    expect((await charge(await deliver(other, conversation, 'hello'))).body.outcome).toBe('pending_approval');
  });

  it('are fewer once one is decided: the refused request succeeds under its key', async () => {
    const delivery = await shop.ask();
    const call = { tool: 'coin.charge', args: { amount: 1, reason: 'Tea' }, delivery };
    expect((await shop.invoke(call, { key: 'again' })).body.error.code).toBe('quota_exceeded');
    const [first] = await pending();
    await shop.resolve(first ?? '', 'denied');
    expect((await shop.invoke(call, { key: 'again' })).body.outcome).toBe('pending_approval');
    expect((await charge()).body.error.code).toBe('quota_exceeded');
  });

  it('are fewer once their time is over', async () => {
    await server.clock.advance(120_000);
    expect((await charge()).body.outcome).toBe('pending_approval');
  });
});
