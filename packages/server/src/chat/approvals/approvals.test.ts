import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually, quiet } from '../../testing/contract/eventually.ts';
import { refusalOf, type Json } from '../../testing/contract/http.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { messagesOf } from '../../testing/contract/conversation.ts';
import { useServer } from '../../testing/contract/server.ts';
import { nobody, time } from '../../testing/contract/shapes.ts';
import { openEventStream } from '../../testing/contract/sse.ts';
import { openShop, type Shop } from '../../actions/tools/fixtures/shop.ts';

const server = useServer({ PARLEY_APPROVAL_TTL: '2m' });
let shop: Shop;
let stranger: Person;

beforeAll(async () => {
  [shop, stranger] = await Promise.all([openShop(server, ['coin.charge', 'identity.read']), signUp(server)]);
});

const ask = async (args: Record<string, unknown> = {}): Promise<{ approvalId: string; invocationId: string }> => {
  const { body } = await shop.invoke({ tool: 'coin.charge', args: { amount: 1, reason: 'Tea', ...args } });
  return { approvalId: body.approval_id, invocationId: body.invocation_id };
};
const read = async (approvalId: string): Promise<Json> =>
  (await shop.person.get(`/v1/approvals/${approvalId}`)).body.item;
const resolvedEvents = (approvalId: string) =>
  shop.events('approval.resolved').filter(({ approval }) => approval.id === approvalId);

describe('an approval', () => {
  it('is read by its owner with the very arguments and the hash that binds them', async () => {
    const { approvalId } = await ask({ reason: 'Tea', amount: 30 });
    const canonical = '{"arguments":{"amount":30,"reason":"Tea"},"requested_scope":"coin.charge","tool":"coin.charge"}';
    const { status, body } = await shop.person.get(`/v1/approvals/${approvalId}`);
    expect(status).toBe(200);
    expect(body.item).toEqual({
      id: approvalId,
      agentId: shop.agent.agentId,
      conversationId: shop.conversation,
      requestedScope: 'coin.charge',
      action: 'Pay 30 coins to “Shop” for “Tea”',
      kind: 'charge',
      coinAmount: 30,
      state: 'pending',
      createdAt: expect.stringMatching(time),
      expiresAt: expect.stringMatching(time),
      resolvedAt: null,
      argumentsSha256: createHash('sha256').update(canonical).digest('hex'),
      arguments: { amount: 30, reason: 'Tea' },
      options: [],
      editable: [],
      option: null,
      reason: null,
      proposedArguments: null,
    });
    expect(Date.parse(body.item.expiresAt) - Date.parse(body.item.createdAt)).toBe(120_000);
  });

  it('stands in the room as a message of the platform', async () => {
    const { approvalId } = await ask({ amount: 7 });
    const message = (await messagesOf(shop.person, shop.conversation)).at(-1);
    expect(message).toMatchObject({ author: { type: 'platform', id: null }, body: null, partial: false });
    expect(message.blocks).toEqual([
      {
        type: 'approval_request',
        prompt: 'Pay 7 coins to “Shop” for “Tea”',
        approval_id: approvalId,
        kind: 'charge',
        coin_amount: 7,
      },
    ]);
  });

  it('of another kind says so, and is about no coins', async () => {
    const { body } = await shop.invoke({ tool: 'identity.read', args: { fields: ['display_name', 'handle'] } });
    expect(await read(body.approval_id)).toMatchObject({
      kind: 'identity_request',
      coinAmount: null,
      action: 'Share your display name and handle with “Shop”',
    });
    expect((await messagesOf(shop.person, shop.conversation)).at(-1).blocks[0]).not.toHaveProperty('coin_amount');
  });

  it('is signalled to its owner alone, when it is asked and when it is over, and notified', async () => {
    const mine = await openEventStream(`${server.baseUrl}/v1/events`, { cookie: shop.person.cookie });
    const theirs = await openEventStream(`${server.baseUrl}/v1/events`, { cookie: shop.owner.cookie });
    const { approvalId } = await ask();
    const heard = (type: string) =>
      mine.frames.filter(({ event }) => event === type).map(({ data }): Json => JSON.parse(data));
    await eventually(server, 'approvalPending', () => heard('approvalPending').length === 1);
    expect(heard('approvalPending')[0]).toMatchObject({ approvalId, conversationId: shop.conversation });
    expect(Object.keys(heard('approvalPending')[0]).sort()).toEqual([
      'approvalId',
      'conversationId',
      'id',
      'occurredAt',
      'type',
    ]);
    await shop.resolve(approvalId, 'denied');
    await eventually(server, 'approvalResolved', () => heard('approvalResolved').length === 1);
    expect(theirs.raw).not.toContain(approvalId);
    const { items } = (await shop.person.get('/v1/notifications')).body;
    expect(items).toContainEqual(
      expect.objectContaining({ type: 'approval', approvalId, conversationId: shop.conversation }),
    );
    mine.close();
    theirs.close();
  });

  it('is nothing to anybody else, nor to the agent', async () => {
    const { approvalId } = await ask();
    const none = await stranger.get(`/v1/approvals/${nobody('apr')}`);
    expect([none.status, none.body.error.code]).toEqual([404, 'approval_not_found']);
    for (const other of [stranger, shop.owner]) {
      expect(refusalOf(await other.get(`/v1/approvals/${approvalId}`))).toEqual(refusalOf(none));
      const resolved = await other.post(`/v1/approvals/${approvalId}/resolve`, { decision: 'approved' });
      expect([resolved.status, refusalOf(resolved)]).toEqual([404, refusalOf(none)]);
      expect((await other.get('/v1/approvals')).text).not.toContain(approvalId);
    }
    const signed = await shop.agent.send(`/v1/approvals/${approvalId}/resolve`, { decision: 'approved' });
    expect(signed.status).toBe(401);
    expect((await read(approvalId)).state).toBe('pending');
    expect((await shop.person.get('/v1/approvals/what')).body.error.code).toBe('approval_not_found');
  });

  it('is listed newest first, by state, in pages', async () => {
    const asked = [await ask(), await ask(), await ask()].map(({ approvalId }) => approvalId);
    await shop.resolve(asked[1] as string, 'denied');
    const ids = (items: Json[]) => items.map(({ id }) => id);
    expect(ids((await shop.person.get('/v1/approvals')).body.items).slice(0, 3)).toEqual([...asked].reverse());
    const pending = (await shop.person.get('/v1/approvals?state=pending')).body.items;
    expect(ids(pending).slice(0, 2)).toEqual([asked[2], asked[0]]);
    expect(new Set(pending.map(({ state }: Json) => state))).toEqual(new Set(['pending']));
    const first = (await shop.person.get('/v1/approvals?limit=2')).body;
    expect(ids(first.items)).toEqual([asked[2], asked[1]]);
    const second = (await shop.person.get(`/v1/approvals?limit=1&cursor=${first.nextCursor}`)).body;
    expect(ids(second.items)).toEqual([asked[0]]);
    expect((await shop.person.get('/v1/approvals?state=maybe')).body.error.code).toBe('malformed_request');
  });
});

describe('resolving', () => {
  it('approves: the agent hears of it first, and of the result then', async () => {
    const { approvalId, invocationId } = await ask({ amount: 1 });
    const answer = await shop.resolve(approvalId, 'approved');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      approval: {
        id: approvalId,
        agentId: shop.agent.agentId,
        requestedScope: 'coin.charge',
        action: 'Pay 1 coin to “Shop” for “Tea”',
        state: 'approved',
      },
    });
    expect(await shop.result(invocationId)).toMatchObject({ outcome: 'succeeded', is_error: false });
    const [event] = resolvedEvents(approvalId);
    expect(event).toMatchObject({
      conversation_id: shop.conversation,
      task_id: null,
      user: { id: shop.person.userId },
      messages: [{ author: 'platform', author_id: null, text: '“Bea” approved: Pay 1 coin to “Shop” for “Tea”' }],
      approval: {
        id: approvalId,
        requested_scope: 'coin.charge',
        action: 'Pay 1 coin to “Shop” for “Tea”',
        state: 'approved',
        invocation_id: invocationId,
      },
    });
    const order = shop.relay.deliveries().map(({ envelope }) => envelope);
    const place = (find: (envelope: Json) => boolean) => order.findIndex(find);
    expect(place((envelope) => envelope.approval?.id === approvalId)).toBeLessThan(
      place((envelope) => envelope.tool_result?.invocation_id === invocationId),
    );
    const { state, resolvedAt } = await read(approvalId);
    expect([state, resolvedAt]).toEqual(['approved', expect.stringMatching(time)]);
  });

  it('denies: nothing moves, and the result says so', async () => {
    const before = await shop.balance();
    const { approvalId, invocationId } = await ask({ amount: 5 });
    expect((await shop.resolve(approvalId, 'denied')).body.approval.state).toBe('denied');
    expect(await shop.result(invocationId)).toMatchObject({
      outcome: 'denied',
      is_error: true,
      content: { code: 'denied_by_person' },
    });
    expect(await shop.balance()).toBe(before);
    expect(resolvedEvents(approvalId)).toMatchObject([{ approval: { state: 'denied' } }]);
  });

  it.each(['approved', 'denied'])(
    'as %s again succeeds and changes nothing, the opposite is a conflict',
    async (decision) => {
      const { approvalId, invocationId } = await ask();
      const first = await shop.resolve(approvalId, decision);
      const { resolvedAt } = await read(approvalId);
      await server.clock.advance(1000);
      const again = await shop.resolve(approvalId, decision);
      expect([again.status, again.text]).toEqual([200, first.text]);
      const opposite = await shop.resolve(approvalId, decision === 'approved' ? 'denied' : 'approved');
      expect([opposite.status, opposite.body.error.code]).toEqual([409, 'approval_conflict']);
      await shop.result(invocationId);
      await quiet(server);
      expect(await read(approvalId)).toMatchObject({ state: decision, resolvedAt });
      expect(resolvedEvents(approvalId)).toHaveLength(1);
      const results = shop
        .events('tool.result')
        .filter(({ tool_result }) => tool_result.invocation_id === invocationId);
      expect(results).toHaveLength(1);
    },
  );

  it('both ways at the same time lets one through', async () => {
    const { approvalId, invocationId } = await ask();
    const answers = await Promise.all(['approved', 'denied'].map((decision) => shop.resolve(approvalId, decision)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await shop.result(invocationId);
    expect(resolvedEvents(approvalId)).toHaveLength(1);
  });

  it.each([
    ['/decision', { decision: 'expired' }],
    ['/decision', {}],
    ['/note', { decision: 'approved', note: 'x' }],
  ])('takes nothing else: %s in %j', async (path, body) => {
    const { approvalId } = await ask();
    const answer = await shop.person.post(`/v1/approvals/${approvalId}/resolve`, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: 'malformed_request', path });
  });

  it('is checked again when it runs: a grant that is gone by then denies', async () => {
    const { approvalId, invocationId } = await ask();
    await shop.grant('identity.read');
    await shop.resolve(approvalId, 'approved');
    expect(await shop.result(invocationId)).toMatchObject({
      outcome: 'denied',
      content: { code: 'scope_not_granted' },
    });
    await shop.grant('coin.charge', 'identity.read');
  });
});

describe('time', () => {
  it('expires an approval once, on the minute, and nothing revives it', async () => {
    const { approvalId, invocationId } = await ask();
    const { expiresAt } = await read(approvalId);
    await server.clock.advance(Date.parse(expiresAt) - server.clock.now() - 1);
    expect((await read(approvalId)).state).toBe('pending');
    await server.clock.advance(1);
    await eventually(server, 'the approval to expire', async () => (await read(approvalId)).state === 'expired');
    expect(await read(approvalId)).toMatchObject({ state: 'expired', resolvedAt: expect.stringMatching(time) });
    expect(await shop.result(invocationId)).toMatchObject({
      outcome: 'expired',
      is_error: true,
      content: { code: 'approval_expired' },
    });
    for (const decision of ['approved', 'denied']) {
      const answer = await shop.resolve(approvalId, decision);
      expect([answer.status, answer.body.error.code]).toEqual([409, 'approval_expired']);
    }
    await quiet(server);
    expect(resolvedEvents(approvalId)).toMatchObject([
      {
        approval: { state: 'expired' },
        messages: [{ text: 'Nobody decided in time: Pay 1 coin to “Shop” for “Tea”' }],
      },
    ]);
    const results = shop.events('tool.result').filter(({ tool_result }) => tool_result.invocation_id === invocationId);
    expect(results).toHaveLength(1);
  });

  it('does not touch one that was resolved', async () => {
    const { approvalId } = await ask();
    await shop.resolve(approvalId, 'denied');
    await server.clock.advance(180_000);
    expect((await read(approvalId)).state).toBe('denied');
    expect(resolvedEvents(approvalId)).toHaveLength(1);
  });
});

describe('a room that is gone', () => {
  it('denies its approvals, and the agent still hears how they ended', async () => {
    const gone = await openShop(server, ['coin.charge']);
    const { body } = await gone.invoke({ tool: 'coin.charge', args: { amount: 1, reason: 'Tea' } });
    expect((await gone.person.del(`/v1/conversations/${gone.conversation}`)).status).toBe(204);
    expect((await gone.resolve(body.approval_id, 'approved')).status).toBe(409);
    expect(await gone.result(body.invocation_id)).toMatchObject({ outcome: 'denied' });
    expect(gone.events('approval.resolved')).toHaveLength(1);
    expect(await gone.balance()).toBe(100);
  });
});
