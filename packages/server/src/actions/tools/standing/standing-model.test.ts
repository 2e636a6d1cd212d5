import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgres } from '../../../testing/databases-under-test.ts';
import { canShare, openTwoServers, type TwoServers } from '../../../testing/durability/two-servers.ts';
import { eventually } from '../../../testing/contract/eventually.ts';
import type { Answer } from '../../../testing/contract/http.ts';
import { useRestartableServer } from '../../../testing/contract/restartable.ts';
import { fakeClock } from '../../../testing/fake-clock.ts';
import { seededRandom } from '../../../testing/seeded-random.ts';
import { auditCoins } from '../fixtures/audit-coins.ts';
import { openShop, type Shop } from '../fixtures/shop.ts';
import { playHistory, scopes } from './fixtures/histories.ts';
import { startOperator } from './fixtures/operator.ts';

/** How many histories to play: PARLEY_TEST_HISTORIES on one server, a tenth on two. */
const histories = Number(process.env['PARLEY_TEST_HISTORIES'] ?? 40);
const seed = Number(process.env['PARLEY_TEST_SEED'] ?? Date.now() % 1_000_000);
const patienceMs = 120_000 + histories * 3_000;
const operator = await startOperator();
afterAll(() => operator.provider.close());
const settings = {
  PARLEY_STARTING_COINS: '1000000000',
  PARLEY_QUOTA_OPEN_APPROVALS: '1000',
  PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8',
  PARLEY_TOOLS_FILE: operator.file,
};

describe('§22 random histories of standing grants', () => {
  const server = useRestartableServer(settings);

  it(`have no use beyond its bounds, and lose no coin (seed ${seed})`, { timeout: patienceMs }, async () => {
    const shop = await openShop(server, scopes);
    shop.relay.close();
    const random = seededRandom(seed);
    const world = { server, shop, operator, restart: () => server.downFor(0) };
    for (let left = histories; left > 0; left--) await playHistory(world, random);
    expect(await auditCoins(server.db)).toEqual({ sum: 0, wrong: [] });
  });
});

describe(`§22 standing grants on two servers on ${postgres.name}`, () => {
  if (!canShare) return void it.skip('is not reachable', () => undefined);
  const clock = fakeClock();
  let servers: TwoServers;
  let shop: Shop;
  let turn: 0 | 1 = 0;
  /** Either server in turn. */
  const either = {
    clock,
    demoUrl: null,
    get baseUrl() {
      turn = turn === 0 ? 1 : 0;
      return servers.at(turn).baseUrl;
    },
  };

  beforeAll(async () => {
    servers = await openTwoServers(clock, settings);
    shop = await openShop(either, scopes);
    shop.relay.close();
  }, 120_000);
  afterAll(() => servers.close());

  it(
    `random histories have no use beyond its bounds, and lose no coin (seed ${seed})`,
    {
      timeout: patienceMs,
    },
    async () => {
      const random = seededRandom(seed);
      const restart = async () => {
        for (const index of [0, 1] as const) await servers.restart(index);
      };
      const world = { server: either, shop, operator, restart };
      for (let left = Math.ceil(histories / 10); left > 0; left--) await playHistory(world, random);
      expect(await auditCoins(servers.database.nodes[0].db)).toEqual({ sum: 0, wrong: [] });
    },
  );

  const give = async (uses: number) => {
    const delivery = await shop.ask();
    const charge = () => shop.invoke({ tool: 'coin.charge', args: { amount: 1, reason: 'Water' }, delivery });
    const { body } = await charge();
    const until = new Date(clock.now() + 60_000).toISOString();
    const standing = { until, uses, max: [{ path: '/amount', total: 1000 }] };
    const path = `/v1/approvals/${body.approval_id}/resolve`;
    const given = await shop.person.post(path, { decision: 'approved', standing });
    const grant = `/v1/standing-grants/${given.body.standingGrant.grantId}`;
    await eventually(either, 'the first use to run', async () => {
      return (await shop.person.get(`${grant}/uses`)).body.items[0]?.outcome === 'succeeded';
    });
    return { charge, path: grant };
  };
  const outcomesOf = (answers: readonly Answer[], outcome: string) =>
    answers.filter(({ body }) => body.outcome === outcome);

  it(
    '20 calls at once against 5 uses: 5 are allowed and run, 15 wait for the person',
    { timeout: 120_000 },
    async () => {
      const { charge, path } = await give(6);
      const answers = await Promise.all(Array.from({ length: 20 }, charge));
      expect(outcomesOf(answers, 'allow')).toHaveLength(5);
      expect(outcomesOf(answers, 'pending_approval')).toHaveLength(15);
      expect((await shop.person.get(path)).body.item).toMatchObject({ used: 6, state: 'spent' });
      for (const { body } of outcomesOf(answers, 'pending_approval')) await shop.resolve(body.approval_id, 'denied');
    },
  );

  it('a use after the 2xx of a revocation never runs', { timeout: 120_000 }, async () => {
    for (let round = 0; round < 5; round++) {
      const { charge, path } = await give(1000);
      const early = Array.from({ length: 6 }, charge);
      expect((await shop.person.del(path)).status).toBe(204);
      const before = await shop.balance();
      const late = await Promise.all(Array.from({ length: 6 }, charge));
      expect(outcomesOf(late, 'allow')).toEqual([]);
      const answers = [...(await Promise.all(early)), ...late];
      for (const { body } of outcomesOf(answers, 'pending_approval')) await shop.resolve(body.approval_id, 'denied');
      // What was allowed before has run before the revocation, or is denied.
      await clock.advance(100);
      expect(await shop.balance()).toBe(before);
    }
  });
});
