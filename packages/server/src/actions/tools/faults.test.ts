import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import type { Answer, Json } from '../../testing/contract/http.ts';
import { failingCalls } from '../../testing/failing-calls.ts';
import { auditCoins } from './fixtures/audit-coins.ts';
import { openShop, type Shop } from './fixtures/shop.ts';

const faults = failingCalls();
let server: TestServer;
let shop: Shop;

beforeAll(async () => {
  server = await startTestServer({ PARLEY_STARTING_COINS: '1000000' }, faults.wrap);
  shop = await openShop(server, ['coin.charge']);
});
afterAll(() => server.stop());

/** Repeats a request until it succeeds. Each failure must be a clean 500. */
async function persist(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (answer.status < 500) return answer;
    expect(answer.body.error).toMatchObject({ code: 'internal_error' });
  }
}

async function resultOf(invocationId: string): Promise<Json> {
  for (let tries = 0; tries < 100; tries++) {
    await shop.ackAll();
    const found = shop.events('tool.result').find(({ tool_result }) => tool_result.invocation_id === invocationId);
    if (found) return found.tool_result;
    await server.clock.advance(500);
  }
  throw new Error(`No result of ${invocationId}.`);
}

const count = (event: string, has: (envelope: Json) => boolean) => shop.events(event).filter(has).length;

/** Runs one charge from request to result, with the k-th database call after `from` failing. */
async function charge(k: number, from: 'invoke' | 'resolve', decision: 'approved' | 'denied'): Promise<boolean> {
  const key = `${from} ${decision} ${k}`;
  const delivery = await shop.ask();
  const before = await shop.balance();
  if (from === 'invoke') faults.arm(k);
  const asked = await persist(() =>
    shop.invoke({ tool: 'coin.charge', args: { amount: 3, reason: 'Tea' }, delivery }, { key }),
  );
  const { invocation_id: invocationId, approval_id: approvalId } = asked.body;
  if (from === 'resolve') faults.arm(k);
  expect((await persist(() => shop.resolve(approvalId, decision))).status).toBe(200);
  const result = await resultOf(invocationId);
  const failed = faults.disarm();

  expect(result.outcome).toBe(decision === 'approved' ? 'succeeded' : 'denied');
  await server.clock.advance(3_000);
  expect(count('tool.result', ({ tool_result }) => tool_result.invocation_id === invocationId)).toBe(1);
  expect(count('approval.resolved', ({ approval }) => approval.invocation_id === invocationId)).toBe(1);
  expect(await shop.balance()).toBe(before - (decision === 'approved' ? 3 : 0));
  const { items } = (await shop.person.get('/v1/approvals?state=pending')).body;
  expect(items).toEqual([]);
  expect(await auditCoins(server.app.storage.db)).toEqual({ sum: 0, wrong: [] });
  return failed;
}

describe('whichever call to the database fails', () => {
  it.each([
    ['invoke', 'approved'],
    ['resolve', 'approved'],
    ['resolve', 'denied'],
  ] as const)(
    'from %s on, a call that is %s is retried to its one result and leaves nothing half-done',
    async (from, decision) => {
      let k = 0;
      while (await charge(k, from, decision)) k += 1;
      // Fewer would mean that the calls do not fail at all.
      expect(k).toBeGreaterThan(10);
    },
    180_000,
  );
});
