import { beforeAll, describe, expect, it } from 'vitest';
import { openDesk, type Desk } from './desk.ts';
import type { Json } from './http.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { deliver, openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { time } from './shapes.ts';
import { grant } from './speak.ts';

const server = useServer();
let desk: Desk;

beforeAll(async () => {
  desk = await openDesk(server, ['coin.charge', 'identity.read']);
});

const walletOf = async (person: Person): Promise<Json> => (await person.get('/v1/wallet')).body.item;
/** Requests coins, approves the charge and returns the result. */
const charge = async (of: Desk, amount: number, reason = 'tea'): Promise<Json> => {
  const { approvalId, invocationId } = await of.ask('coin.charge', { amount, reason });
  await of.resolve(approvalId, 'approved');
  return { approvalId, ...(await of.result(invocationId)) };
};

describe('§7 the wallet', () => {
  it('starts with 100 coins, and its entries add up', async () => {
    const { status, body } = await (await signUp(server)).get('/v1/wallet');
    expect(status).toBe(200);
    expect(body.item.balance).toBe(100);
    const sum = body.item.entries.reduce((total: number, entry: Json) => total + entry.amount, 0);
    expect(sum).toBe(100);
  });

  it('is one’s own', async () => {
    expectRefusal(await desk.person.get('/v1/wallet', { cookie: '' }), 401, 'unauthenticated');
  });

  it('shows a charge on both sides', async () => {
    const own = await openDesk(server, ['coin.charge']);
    const { approvalId, outcome } = await charge(own, 30, 'a pot of tea');
    expect(outcome).toBe('succeeded');
    const [payer, payee] = [await walletOf(own.person), await walletOf(own.owner)];
    expect([payer.balance, payee.balance]).toEqual([70, 130]);
    const entry = { at: expect.stringMatching(time), agentId: own.agent.agentId, approvalId };
    expect(payer.entries[0]).toEqual({ ...entry, amount: -30, balanceAfter: 70, reason: 'a pot of tea' });
    expect(payee.entries[0]).toEqual({ ...entry, amount: 30, balanceAfter: 130, reason: expect.any(String) });
    own.inbox.close();
  });

  it('shows the newest entry first, each with the balance after it', async () => {
    const own = await openDesk(server, ['coin.charge']);
    for (const amount of [1, 2, 3]) {
      await charge(own, amount);
      await server.clock.advance(10);
    }
    const { entries } = await walletOf(own.person);
    expect(entries.slice(0, 3).map((entry: Json) => entry.amount)).toEqual([-3, -2, -1]);
    expect(entries.slice(0, 3).map((entry: Json) => entry.balanceAfter)).toEqual([94, 97, 99]);
    own.inbox.close();
  });
});

describe('§7 charging', () => {
  it('takes the last coin and not one more', async () => {
    const own = await openDesk(server, ['coin.charge']);
    expect((await charge(own, 100)).outcome).toBe('succeeded');
    expect(await own.balance()).toBe(0);
    const poor = await charge(own, 1);
    expect(poor).toMatchObject({ outcome: 'failed', is_error: true, content: { code: 'insufficient_coins' } });
    expect(await own.balance()).toBe(0);
    expect(await own.balance(own.owner)).toBe(200);
    own.inbox.close();
  });

  it('moves nothing where there is too little', async () => {
    const own = await openDesk(server, ['coin.charge']);
    expect((await charge(own, 101)).content).toMatchObject({ code: 'insufficient_coins' });
    expect([await own.balance(), await own.balance(own.owner)]).toEqual([100, 100]);
    expect((await walletOf(own.person)).entries.every((entry: Json) => entry.amount > 0)).toBe(true);
    own.inbox.close();
  });

  it('twice at once never goes below nothing', async () => {
    const own = await openDesk(server, ['coin.charge']);
    const asked = [];
    for (let index = 0; index < 3; index += 1) asked.push(await own.ask('coin.charge', { amount: 60, reason: 'tea' }));
    await Promise.all(asked.map(({ approvalId }) => own.resolve(approvalId, 'approved')));
    const outcomes = [];
    for (const { invocationId } of asked) outcomes.push((await own.result(invocationId)).outcome);
    expect(outcomes.sort()).toEqual(['failed', 'failed', 'succeeded']);
    expect([await own.balance(), await own.balance(own.owner)]).toEqual([40, 160]);
    own.inbox.close();
  });

  it('happens once, however often it is approved', async () => {
    const own = await openDesk(server, ['coin.charge']);
    const { approvalId, invocationId } = await own.ask('coin.charge', { amount: 10, reason: 'tea' });
    await Promise.all([1, 2, 3, 4, 5].map(() => own.resolve(approvalId, 'approved')));
    await own.result(invocationId);
    expect([await own.balance(), await own.balance(own.owner)]).toEqual([90, 110]);
    own.inbox.close();
  });

  it('oneself, through an agent of one’s own, changes nothing', async () => {
    const { owner, agent } = desk;
    await grant(owner, agent, 'coin.charge');
    const deliveryId = await deliver(owner, await openConversation(owner, agent), 'charge me');
    const before = await desk.balance(owner);
    const change = { body: { in_reply_to_delivery_id: deliveryId } };
    const { body } = await desk.invoke('coin.charge', { amount: 5, reason: 'to myself' }, change);
    await owner.post(`/v1/approvals/${body.approval_id}/resolve`, { decision: 'approved' });
    await desk.result(body.invocation_id);
    expect(await desk.balance(owner)).toBe(before);
  });

  it('neither makes nor loses coins among all who took part', async () => {
    const people = [desk.person, desk.owner];
    const sum = async () =>
      (await Promise.all(people.map((person) => desk.balance(person)))).reduce((a, b) => a + b, 0);
    const before = await sum();
    for (const amount of [7, 500, 13]) await charge(desk, amount);
    expect(await sum()).toBe(before);
  });
});

describe('§7 identity.read', () => {
  const reveal = async (fields: string[], decision = 'approved'): Promise<Json> => {
    const { approvalId, invocationId } = await desk.ask('identity.read', { fields });
    await desk.resolve(approvalId, decision);
    return desk.result(invocationId);
  };

  it('tells what was asked for and nothing else', async () => {
    const { outcome, content } = await reveal(['display_name']);
    expect(outcome).toBe('succeeded');
    expect(content).toEqual({ display_name: 'Bea Example' });
    expect((await reveal(['handle', 'display_name'])).content).toEqual({
      handle: desk.person.handle,
      display_name: 'Bea Example',
    });
  });

  it('tells nothing where the person says no', async () => {
    const result = await reveal(['handle', 'display_name'], 'denied');
    expect(result.outcome).toBe('denied');
    expect(JSON.stringify(result)).not.toMatch(new RegExp(`${desk.person.handle}|Bea Example`));
  });
});

describe('§9 PARLEY_STARTING_COINS', () => {
  const poor = useServer({ PARLEY_STARTING_COINS: '0' });

  it('sets what a new person has', async () => {
    expect((await walletOf(await signUp(poor))).balance).toBe(0);
    const own = await openDesk(poor, ['coin.charge']);
    expect((await charge(own, 1)).content).toMatchObject({ code: 'insufficient_coins' });
    own.inbox.close();
  });
});
