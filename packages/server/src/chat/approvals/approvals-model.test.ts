import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { quiet } from '../../testing/contract/eventually.ts';
import { useServer } from '../../testing/contract/server.ts';
import { openShop, type Shop } from '../../actions/tools/fixtures/shop.ts';

const ttlMs = 60_000;
const server = useServer({ PARLEY_APPROVAL_TTL: `${ttlMs / 1000}s`, PARLEY_STARTING_COINS: '100000' });
let shop: Shop;
beforeAll(async () => {
  shop = await openShop(server, ['coin.charge']);
});

interface Modelled {
  readonly approvalId: string;
  readonly invocationId: string;
  readonly expiresAt: number;
  state: 'pending' | 'approved' | 'denied' | 'expired';
}

const step = fc.oneof(
  fc.record({ do: fc.constant('ask' as const) }),
  fc.record({
    do: fc.constant('resolve' as const),
    which: fc.nat(4),
    decision: fc.constantFrom('approved' as const, 'denied' as const),
  }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1_000, 20_000, 45_000) }),
);

it('approvals follow the model: each ends once, with one event and one result, and coins move for the approved alone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
      const before = await shop.balance();
      const approvals: Modelled[] = [];
      const letTimePass = () => {
        for (const one of approvals)
          if (one.state === 'pending' && server.clock.now() >= one.expiresAt) one.state = 'expired';
      };
      for (const one of steps) {
        if (one.do === 'wait') await server.clock.advance(one.ms);
        letTimePass();
        if (one.do === 'ask') approvals.push(await ask());
        const approval = one.do === 'resolve' ? approvals[one.which % Math.max(1, approvals.length)] : undefined;
        if (one.do === 'resolve' && approval) await resolve(approval, one.decision);
      }
      await server.clock.advance(ttlMs);
      letTimePass();
      for (const { invocationId, approvalId, state } of approvals) {
        const outcome = state === 'approved' ? 'succeeded' : state;
        expect((await shop.result(invocationId)).outcome).toBe(outcome);
        expect((await shop.person.get(`/v1/approvals/${approvalId}`)).body.item.state).toBe(state);
      }
      await quiet(server);
      for (const { invocationId, approvalId, state } of approvals) {
        const events = shop.events('approval.resolved').filter(({ approval }) => approval.id === approvalId);
        expect(events.map(({ approval }) => approval.state)).toEqual([state]);
        const results = shop
          .events('tool.result')
          .filter(({ tool_result }) => tool_result.invocation_id === invocationId);
        expect(results).toHaveLength(1);
      }
      const charged = approvals.filter(({ state }) => state === 'approved').length * 2;
      expect(await shop.balance()).toBe(before - charged);
    }),
    { numRuns: 10 },
  );
}, 120_000);

async function ask(): Promise<Modelled> {
  const { body } = await shop.invoke({ tool: 'coin.charge', args: { amount: 2, reason: 'Tea' } });
  const { item } = (await shop.person.get(`/v1/approvals/${body.approval_id}`)).body;
  return {
    approvalId: body.approval_id,
    invocationId: body.invocation_id,
    expiresAt: Date.parse(item.expiresAt),
    state: 'pending',
  };
}

async function resolve(approval: Modelled, decision: 'approved' | 'denied'): Promise<void> {
  const answer = await shop.resolve(approval.approvalId, decision);
  if (approval.state === 'pending') approval.state = decision;
  if (approval.state === 'expired') expect(answer.body.error.code).toBe('approval_expired');
  else if (approval.state === decision) expect(answer.body.approval.state).toBe(decision);
  else expect(answer.body.error.code).toBe('approval_conflict');
}
