import { newId, type UserId } from '@parley/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '../../../platform/settings/config.ts';
import { signUp } from '../../../testing/contract/person.ts';
import { useServer } from '../../../testing/contract/server.ts';
import { migratedDatabases, type SharedDatabase } from '../../../testing/durability/migrated-databases.ts';
import { fakeClock } from '../../../testing/fake-clock.ts';
import { auditCoins } from '../fixtures/audit-coins.ts';
import { openShop } from '../fixtures/shop.ts';
import { moveCoins } from './move-coins.ts';
import { openAccounts } from './open-accounts.ts';
import { findEntries, lockBalances } from './queries.ts';

const app = { clock: fakeClock(), config: { startingCoins: 100 } as Config };
const agentId = newId('agent', Date.now());
const newPeople = (count: number) => Array.from({ length: count }, () => newId('user', Date.now()));

describe.each(migratedDatabases)('coins on $name', ({ skip, open }) => {
  if (skip) return void it.skip('is not reachable', () => undefined);
  let database: SharedDatabase;

  beforeAll(async () => {
    database = await open();
    return () => database.close();
  });

  const move = (from: UserId, to: UserId, amount: number, node: 0 | 1 = 0) =>
    database.nodes[node].transaction((tx) =>
      moveCoins(tx, app, {
        transferId: newId('invocation', Date.now()),
        from,
        to,
        amount,
        reason: 'Test',
        agentId,
        approvalId: null,
      }),
    );
  const balances = (people: readonly UserId[]) =>
    database.nodes[0].transaction(async (tx) => {
      await openAccounts(tx, app, people);
      const found = await lockBalances(tx, people);
      return people.map((userId) => found.get(userId));
    });
  const audit = () => auditCoins(database.nodes[0].db);

  it('§7 follow the model: who has enough pays, and the sum of all accounts is zero', async () => {
    const step = fc.record({ from: fc.nat(2), to: fc.nat(2), amount: fc.integer({ min: 1, max: 90 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const people = newPeople(3);
        const model = people.map(() => 100);
        for (const { from, to, amount } of steps) {
          const isEnough = (model[from] as number) >= amount;
          expect(await move(people[from] as UserId, people[to] as UserId, amount)).toBe(isEnough);
          if (!isEnough) continue;
          model[from] = (model[from] as number) - amount;
          model[to] = (model[to] as number) + amount;
        }
        expect(await balances(people)).toEqual(model);
        expect(await audit()).toEqual({ sum: 0, wrong: [] });
      }),
      { numRuns: 15 },
    );
  });

  it('are never spent twice by charges at the same time, however they cross', async () => {
    const people = newPeople(3);
    const pairs = Array.from({ length: 60 }, (_, index) => [index % 3, (index + 1 + (index % 2)) % 3] as const);
    const moved = await Promise.all(
      pairs.map(([from, to], index) =>
        move(people[from] as UserId, people[to] as UserId, 17, index % 2 === 0 ? 0 : 1).then((done) => (done ? 1 : 0)),
      ),
    );
    const after = (await balances(people)) as number[];
    expect(after.reduce((sum, balance) => sum + balance, 0)).toBe(300);
    expect(Math.min(...after)).toBeGreaterThanOrEqual(0);
    const entries = await Promise.all(
      people.map((userId) => findEntries(database.nodes[0].db, { userId, below: null, limit: 200 })),
    );
    const transfers = entries.flat().filter(({ reason }) => reason === 'Test');
    expect(transfers).toHaveLength(2 * moved.reduce((sum: number, one) => sum + one, 0));
    expect(await audit()).toEqual({ sum: 0, wrong: [] });
  });

  it('can be spent to the last one, and no further', async () => {
    const [payer, shop] = newPeople(2) as [UserId, UserId];
    const paid = await Promise.all(Array.from({ length: 12 }, (_, index) => move(payer, shop, 10, index % 2 ? 1 : 0)));
    expect(paid.filter(Boolean)).toHaveLength(10);
    expect(await balances([payer, shop])).toEqual([0, 200]);
  });

  it('are given to start with once, however many look at the same time', async () => {
    const [person] = newPeople(1) as [UserId];
    await Promise.all(Array.from({ length: 10 }, () => balances([person])));
    expect(await balances([person])).toEqual([100]);
    expect(await findEntries(database.nodes[0].db, { userId: person, below: null, limit: 10 })).toHaveLength(1);
  });
});

describe('a wallet', () => {
  const server = useServer({ PARLEY_STARTING_COINS: '50' });
  const charge = async (amount: number, args: Record<string, unknown> = {}) => {
    const { body } = await shop.invoke({ tool: 'coin.charge', args: { amount, reason: 'Tea', ...args } });
    await shop.resolve(body.approval_id, 'approved');
    return { ...(await shop.result(body.invocation_id)), approvalId: body.approval_id };
  };
  let shop: Awaited<ReturnType<typeof openShop>>;
  beforeAll(async () => {
    shop = await openShop(server, ['coin.charge']);
  });
  afterAll(() => shop.relay.close());

  it('of a new person holds the starting coins', async () => {
    const { status, body } = await (await signUp(server)).get('/v1/wallet');
    expect(status).toBe(200);
    expect(body.item).toEqual({
      balance: 50,
      entries: [
        {
          at: expect.any(String),
          amount: 50,
          balanceAfter: 50,
          reason: 'Starting coins',
          agentId: null,
          approvalId: null,
        },
      ],
    });
  });

  it('pays the agent’s owner, and both see why, the newest first', async () => {
    const first = await charge(20, { reason: 'Tea' });
    expect(first).toMatchObject({ outcome: 'succeeded', content: { amount: 20 } });
    await charge(5);
    const payer = (await shop.person.get('/v1/wallet')).body.item;
    expect(payer.balance).toBe(25);
    expect(
      payer.entries.map(({ amount, balanceAfter }: { amount: number; balanceAfter: number }) => [amount, balanceAfter]),
    ).toEqual([
      [-5, 25],
      [-20, 30],
      [50, 50],
    ]);
    const entry = { reason: 'Tea', agentId: shop.agent.agentId, approvalId: first.approvalId };
    expect(payer.entries[1]).toMatchObject(entry);
    const owner = (await shop.owner.get('/v1/wallet')).body.item;
    expect(owner).toMatchObject({
      balance: 75,
      entries: [{ amount: 5 }, { amount: 20, balanceAfter: 70, ...entry }, {}],
    });
  });

  it('with too few coins pays nothing', async () => {
    expect(await charge(26)).toMatchObject({
      outcome: 'failed',
      is_error: true,
      content: { code: 'insufficient_coins' },
    });
    expect(await charge(Number.MAX_SAFE_INTEGER)).toMatchObject({ content: { code: 'insufficient_coins' } });
    expect(await shop.balance()).toBe(25);
  });

  it('is for its owner alone', async () => {
    const answer = await fetch(`${server.baseUrl}/v1/wallet`);
    expect(answer.status).toBe(401);
  });
});
