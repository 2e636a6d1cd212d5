import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { openSignals } from './browser.ts';
import { openDesk, type Desk } from './desk.ts';
import { quiet } from './eventually.ts';
import { refusalOf, type Json } from './http.ts';
import { signUp } from './person.ts';
import { expectRefusal } from './refused.ts';
import { openInbox } from './inbox.ts';
import { deliver, messagesOf, openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { nobody, time } from './shapes.ts';
import { grant, prefer } from './speak.ts';

const server = useServer();
let desk: Desk;

beforeAll(async () => {
  desk = await openDesk(server, ['coin.charge', 'identity.read']);
});

const ask = (amount = 1) => desk.ask('coin.charge', { reason: 'tea', amount });
const read = async (approvalId: string): Promise<Json> =>
  (await desk.person.get(`/v1/approvals/${approvalId}`)).body.item;
/** Returns the envelopes about an invocation and its approval, in order of arrival. */
const endsOf = (invocationId: string): Json[] =>
  desk.inbox
    .envelopes()
    .filter(({ tool_result, approval }) =>
      [tool_result?.invocation_id, approval?.invocation_id].includes(invocationId),
    );

describe('§7 Approval: as it is read', () => {
  it('has the fields of the contract, and binds the arguments by the hash of their canonical JSON', async () => {
    const { approvalId } = await ask(7);
    const item = await read(approvalId);
    const canonical = '{"arguments":{"amount":7,"reason":"tea"},"requested_scope":"coin.charge","tool":"coin.charge"}';
    expect(item).toEqual({
      id: approvalId,
      agentId: desk.agent.agentId,
      conversationId: desk.conversation,
      requestedScope: 'coin.charge',
      action: expect.stringMatching(/\S/),
      kind: 'charge',
      coinAmount: 7,
      state: 'pending',
      createdAt: expect.stringMatching(time),
      expiresAt: expect.stringMatching(time),
      resolvedAt: null,
      argumentsSha256: createHash('sha256').update(canonical).digest('hex'),
      arguments: { amount: 7, reason: 'tea' },
      options: [],
      editable: [],
      option: null,
      reason: null,
      proposedArguments: null,
    });
    expect(Date.parse(item.expiresAt) - Date.parse(item.createdAt)).toBe(24 * 3_600_000);
  });

  it('has a kind that tells a charge from a question about oneself', async () => {
    const { approvalId } = await desk.ask('identity.read', { fields: ['handle'] });
    expect(await read(approvalId)).toMatchObject({ kind: 'identity_request', coinAmount: null });
  });

  it('is in the list, by state', async () => {
    const { approvalId } = await ask();
    const ids = async (state: string): Promise<string[]> =>
      (await desk.person.get(`/v1/approvals?limit=200&state=${state}`)).body.items.map((item: Json) => item.id);
    expect(await ids('pending')).toContain(approvalId);
    await desk.resolve(approvalId, 'denied');
    expect(await ids('pending')).not.toContain(approvalId);
    expect(await ids('denied')).toContain(approvalId);
    expect(await ids('approved')).not.toContain(approvalId);
    expectRefusal(await desk.person.get('/v1/approvals?state=maybe'), 400, 'malformed_request');
  });

  it('is shown in the room as a block of the platform', async () => {
    const { approvalId } = await ask(9);
    const message = (await messagesOf(desk.person, desk.conversation, '?limit=200')).find((candidate) =>
      candidate.blocks.some((block: Json) => block.approval_id === approvalId),
    );
    expect(message.author.type).toBe('platform');
    const prompt = expect.stringMatching(/^.{1,1000}$/s);
    expect(message.blocks).toEqual([
      { type: 'approval_request', prompt, approval_id: approvalId, kind: 'charge', coin_amount: 9 },
    ]);
  });

  it('is signalled, as is its end', async () => {
    const signals = await openSignals(server, desk.person);
    const { approvalId } = await ask();
    const pending = await signals.awaitSignal('approvalPending', { approvalId });
    expect(Object.keys(pending).sort()).toEqual(['approvalId', 'conversationId', 'id', 'occurredAt', 'type']);
    await desk.resolve(approvalId, 'denied');
    const resolved = await signals.awaitSignal('approvalResolved', { approvalId });
    expect(resolved.conversationId).toBe(desk.conversation);
    signals.close();
  });
});

describe('§7 whose an approval is', () => {
  it('is the person’s for whom the agent acts: anyone else finds none', async () => {
    const { approvalId } = await ask();
    const decide = (id: string) => desk.owner.post(`/v1/approvals/${id}/resolve`, { decision: 'approved' });
    for (const [foreign, none] of [
      [await desk.owner.get(`/v1/approvals/${approvalId}`), await desk.owner.get(`/v1/approvals/${nobody('apr')}`)],
      [await decide(approvalId), await decide(nobody('apr'))],
    ]) {
      expectRefusal(foreign!, 404, 'approval_not_found');
      expect(refusalOf(foreign!)).toEqual(refusalOf(none!));
    }
    expect((await desk.owner.get('/v1/approvals')).body.items).toEqual([]);
    expect((await read(approvalId)).state).toBe('pending');
  });

  it('is not that of others in the room', async () => {
    const cyd = await signUp(server);
    const group = await openConversation(cyd, desk.agent, [desk.person]);
    await grant(cyd, desk.agent, 'coin.charge');
    const deliveryId = await deliver(cyd, group, 'buy tea');
    const change = { body: { in_reply_to_delivery_id: deliveryId } };
    const { body } = await desk.invoke('coin.charge', { amount: 1, reason: 'tea' }, change);
    expectRefusal(await desk.resolve(body.approval_id, 'approved'), 404, 'approval_not_found');
    const own = await cyd.post(`/v1/approvals/${body.approval_id}/resolve`, { decision: 'denied' });
    expect(own.status).toBe(200);
  });

  it('is never resolved by a signature', async () => {
    const { approvalId } = await ask();
    const answer = await desk.agent.send(`/v1/approvals/${approvalId}/resolve`, { decision: 'approved' });
    expectRefusal(answer, 401, 'unauthenticated');
    const hook = await desk.agent.send(`/hooks/v1/approvals/${approvalId}/resolve`, { decision: 'approved' });
    expect([401, 404]).toContain(hook.status);
    expect((await read(approvalId)).state).toBe('pending');
  });
});

describe('§7 States and transitions: resolving an approval', () => {
  it('approves: the invocation runs', async () => {
    const { approvalId, invocationId } = await ask();
    const answer = await desk.resolve(approvalId, 'approved');
    expect(answer.status).toBe(200);
    expect(answer.body.approval).toMatchObject({
      id: approvalId,
      agentId: desk.agent.agentId,
      requestedScope: 'coin.charge',
      action: expect.any(String),
      state: 'approved',
    });
    expect(await desk.result(invocationId)).toMatchObject({ outcome: 'succeeded', is_error: false });
    expect((await read(approvalId)).resolvedAt).toMatch(time);
  });

  it('denies: the invocation ends as denied, and nothing happens', async () => {
    const before = await desk.balance();
    const { approvalId, invocationId } = await ask();
    expect((await desk.resolve(approvalId, 'denied')).body.approval.state).toBe('denied');
    expect(await desk.result(invocationId)).toMatchObject({ outcome: 'denied', is_error: true });
    expect(await desk.balance()).toBe(before);
  });

  it.each([
    ['approved', 'denied'],
    ['denied', 'approved'],
  ])('%s again is a success, %s a conflict', async (decision, opposite) => {
    const { approvalId, invocationId } = await ask();
    const first = await desk.resolve(approvalId, decision);
    const again = await desk.resolve(approvalId, decision);
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expectRefusal(await desk.resolve(approvalId, opposite), 409, 'approval_conflict');
    await desk.result(invocationId);
    expect((await read(approvalId)).state).toBe(decision);
  });

  it('ends in approval.resolved and then tool.result, once each', async () => {
    for (const decision of ['approved', 'denied']) {
      const { approvalId, invocationId } = await ask();
      await desk.resolve(approvalId, decision);
      await desk.resolve(approvalId, decision);
      await desk.result(invocationId);
      await quiet(server);
      const [resolved, ...rest] = endsOf(invocationId);
      expect(resolved.event).toBe('approval.resolved');
      expect(resolved.approval).toEqual({
        id: approvalId,
        requested_scope: 'coin.charge',
        action: expect.any(String),
        state: decision,
        invocation_id: invocationId,
      });
      expect(resolved.messages.length).toBeGreaterThanOrEqual(1);
      expect(rest.map((envelope) => envelope.event)).toEqual(['tool.result']);
    }
  });

  it('both ways at once has one winner and one result', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { approvalId, invocationId } = await ask();
      const decisions = ['approved', 'denied', 'approved', 'denied'];
      const answers = await Promise.all(decisions.map((decision) => desk.resolve(approvalId, decision)));
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 409, 409]);
      const { state } = await read(approvalId);
      const won = answers.find((answer) => answer.status === 200);
      expect(won?.body.approval.state).toBe(state);
      const { outcome } = await desk.result(invocationId);
      expect(outcome).toBe(state === 'approved' ? 'succeeded' : 'denied');
      expect(endsOf(invocationId)).toHaveLength(2);
    }
  });

  it.each([{}, { decision: 'maybe' }, { decision: true }, { decision: 'approved', note: 'ok' }])(
    'refuses %j',
    async (body) => {
      const { approvalId } = await ask();
      const answer = await desk.person.post(`/v1/approvals/${approvalId}/resolve`, body);
      expectRefusal(answer, 400, 'malformed_request');
      expect((await read(approvalId)).state).toBe('pending');
    },
  );
});

describe('§7 an approval whose agent or room is not what it was', () => {
  it('ends once for an agent that was paused meanwhile, when it is back', async () => {
    const own = await openDesk(server, ['coin.charge']);
    const { approvalId, invocationId } = await own.ask('coin.charge', { amount: 1, reason: 'tea' });
    await own.owner.post(`/v1/agents/${own.agent.agentId}/pause`);
    expect((await own.resolve(approvalId, 'denied')).status).toBe(200);
    await own.owner.post(`/v1/agents/${own.agent.agentId}/resume`);
    const inbox = await openInbox(own.agent);
    const { tool_result: result } = await inbox.awaitEnvelope('tool.result');
    expect(result).toMatchObject({ invocation_id: invocationId, outcome: 'denied' });
    await quiet(server);
    const events = inbox.envelopes().map((envelope) => envelope.event);
    // The first attempt may have gone to the replaced stream. It is then repeated after later deliveries.
    expect(events.filter((event) => event !== 'message.created').sort()).toEqual(['approval.resolved', 'tool.result']);
    inbox.close();
  });

  it('moves no coin once the room is gone', async () => {
    const own = await openDesk(server, ['coin.charge']);
    const { approvalId } = await own.ask('coin.charge', { amount: 1, reason: 'tea' });
    await own.person.del(`/v1/conversations/${own.conversation}`);
    expect((await own.resolve(approvalId, 'approved')).status).toBeLessThan(500);
    await quiet(server);
    expect(await own.balance()).toBe(100);
    own.inbox.close();
  });
});

describe('§7 what is checked again at execution', () => {
  it('is the grant', async () => {
    const before = await desk.balance();
    const { approvalId, invocationId } = await ask();
    await desk.grant('identity.read');
    await desk.resolve(approvalId, 'approved');
    expect(await desk.result(invocationId)).toMatchObject({ outcome: 'denied', is_error: true });
    await desk.grant('coin.charge', 'identity.read');
    expect(await desk.balance()).toBe(before);
    expect(endsOf(invocationId)).toHaveLength(2);
  });

  it('is not skipped for an agent that was blocked meanwhile', async () => {
    const before = await desk.balance();
    const { approvalId, invocationId } = await ask();
    await prefer(desk.person, desk.agent, { blocked: true });
    await desk.resolve(approvalId, 'approved');
    const { outcome } = await desk.result(invocationId);
    await prefer(desk.person, desk.agent, { blocked: false });
    expect(outcome).not.toBe('succeeded');
    expect(await desk.balance()).toBe(before);
  });
});
