import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migratedDatabases, type SharedDatabase } from '../../testing/durability/migrated-databases.ts';
import { accepted, failed, type AttemptResult } from '../carriers/attempt-result.ts';
import { claimDue } from './queue/claim-queries.ts';
import { deliveryMoves, stateOf, type DeliveryMove, type DeliveryState, type Standing } from './delivery-moves.ts';
import type { Claimed, NewDelivery } from './delivery.ts';
import { insertDeliveries } from './enqueue-queries.ts';
import { enqueuePlan } from './fixtures/enqueue-plan.ts';
import { newDelivery } from './fixtures/new-delivery.ts';
import { endLane } from './end-lane-queries.ts';
import { removeNode, renewNode } from './lease/node-queries.ts';
import { replayDelivery } from './replay-delivery.ts';
import { settlementOf } from './lease/retry.ts';
import { releaseLeases, settle } from './lease/settle-queries.ts';
import { settleByAck } from './lease/settle-by-ack.ts';
import { Refused } from '../../platform/routing/refusal.ts';
import { withdrawDeliveries } from './withdraw-queries.ts';

const servers = ['a', 'b'] as const;
type ServerName = (typeof servers)[number];
const schedule = { delaysMs: [1], maxAttempts: 1000 };
const results: Record<'deliver' | 'fail' | 'give_up', AttemptResult> = {
  deliver: accepted,
  fail: failed('timeout', 'Too slow.', true),
  give_up: { ...failed('http_error', 'No.', true), permanent: true },
};

/** An action of a server. Results and releases refer to the server's latest claim, which may be long over. */
interface Try {
  readonly move: Exclude<DeliveryMove, 'erase'>;
  readonly server: ServerName;
}

/** The state of the delivery, the server that holds it, and the claim. */
interface Model {
  readonly state: DeliveryState;
  readonly holder: ServerName | null;
  readonly fence: number;
}

const ofClaims: readonly DeliveryMove[] = ['release', 'deliver', 'fail', 'give_up'];

/**
 * Applies an action to the model, by the table and one more rule: only the claim that holds the delivery may settle it.
 */
function apply(model: Model, { move, server }: Try, claims: Readonly<Record<ServerName, number>>): Model {
  const isHolder = model.holder === server && model.fence === claims[server];
  const next = ofClaims.includes(move) && !isHolder ? null : deliveryMoves[model.state][move];
  if (next === null || !(next in deliveryMoves)) return model;
  const state = next as DeliveryState;
  return move === 'claim'
    ? { state, holder: server, fence: model.fence + 1 }
    : { state, holder: null, fence: model.fence };
}

const oneTry: fc.Arbitrary<Try> = fc.record({
  // Half of the actions are claims. Otherwise the delivery would rarely be leased.
  move: fc.oneof(
    fc.constant('claim' as const),
    fc.constantFrom(
      'release',
      'deliver',
      'fail',
      'fail',
      'give_up',
      'accept',
      'reject',
      'replay',
      'end_room',
      'withdraw',
    ),
  ),
  server: fc.constantFrom(...servers),
});
const step = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(oneTry) },
  { weight: 3, arbitrary: fc.tuple(oneTry, oneTry) },
  { weight: 1, arbitrary: fc.constantFrom(...servers) },
);

describe.each(migratedDatabases)('two servers with one delivery in $name', ({ skip, open }) => {
  if (skip) return it.skip('cannot be reached', () => undefined);
  let database: SharedDatabase;
  let delivery: NewDelivery;
  let claims: Record<ServerName, number>;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  const storageOf = (server: ServerName) => database.nodes[server === 'a' ? 0 : 1];
  const db = () => database.nodes[0].db;

  async function begin(): Promise<Model> {
    await sql`truncate deliveries, delivery_queue, delivery_attempts, nodes restart identity cascade`.execute(db());
    for (const server of servers) await renewNode(db(), server, true);
    delivery = newDelivery();
    claims = { a: 0, b: 0 };
    await storageOf('a').transaction((tx) => insertDeliveries(tx, [delivery], enqueuePlan('a', [false])));
    // A lane that a server works on holds later deliveries back. This one is alone, so it is due at once.
    await sql`update delivery_queue set held = null`.execute(db());
    return { state: 'queued', holder: null, fence: 0 };
  }

  async function observe(): Promise<Model> {
    const { rows } = await sql<Standing & { holder: ServerName | null; fence: number }>`
      select status, attempt_count, open, lease_owner is not null as leased, has_body, last_outcome, lease_owner as holder,
             fence
      from delivery_standings`.execute(db());
    const row = rows[0] as Standing & { holder: ServerName | null; fence: number };
    return { state: stateOf(row), holder: row.holder, fence: row.fence };
  }

  async function attempt({ move, server }: Try): Promise<void> {
    const { transaction, db: own } = storageOf(server);
    const { deliveryId, agentId, conversationId } = delivery;
    const counts = { attemptCount: 0, attemptsBefore: 0, crashCount: 0, fence: claims[server] };
    const claimed: Claimed = { ...delivery, dueAt: delivery.createdAt, ...counts };
    const now = Date.now();
    switch (move) {
      case 'claim': {
        const [mine] = (await claimDue(own, server, new Date(now + 3_600_000), 9)).claimed;
        if (mine) claims[server] = mine.fence;
        return;
      }
      case 'release':
        return releaseLeases(own, server, [claimed], null);
      case 'deliver':
      case 'fail':
      case 'give_up': {
        const result = results[move];
        const settlement = settlementOf(claimed, result, schedule, now);
        const settled = {
          nodeId: server,
          delivery: claimed,
          result,
          settlement,
          startedAt: new Date(now),
          durationMs: 1,
        };
        return void (await transaction((tx) => settle(tx, [settled])));
      }
      case 'accept':
      case 'reject': {
        const result = move === 'accept' ? accepted : failed('ack_failed', 'No.', true);
        return void (await transaction((tx) => settleByAck(tx, { deliveryId, agentId, result }, schedule, now)));
      }
      case 'replay':
        // Replaying a withdrawn delivery is refused and changes nothing.
        return transaction((tx) =>
          replayDelivery(tx, { agentId, deliveryId, now: new Date(now) }, async () => true),
        ).catch((error: unknown) => {
          if (!(error instanceof Refused)) throw error;
        });
      case 'withdraw':
        return void (await transaction((tx) => withdrawDeliveries(tx, [deliveryId], new Date(now))));
      case 'end_room':
        return void (await transaction((tx) => endLane(tx, conversationId, new Date(now))));
    }
  }

  /** The server is removed as dead and returns under the same id. Its leases may be taken over. */
  async function dieAndReturn(server: ServerName): Promise<void> {
    await storageOf(server).transaction((tx) => removeNode(tx, server));
    await renewNode(storageOf(server).db, server, true);
  }

  const standing = ({ state, holder }: Model) => `${state} ${holder ?? ''}`;

  it('leave it as if one had acted after the other, and never let a claim that is over say how it went', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 16 }), async (steps) => {
        let model = await begin();
        for (const tries of steps) {
          const known = { ...claims };
          let possible: Model[];
          if (typeof tries === 'string') {
            await dieAndReturn(tries);
            possible = [
              model.holder === tries
                ? apply(model, { move: 'release', server: tries }, { ...known, [tries]: model.fence })
                : model,
            ];
          } else {
            await Promise.all(tries.map(attempt));
            const [one, other = null] = tries;
            const then = (first: Try, second: Try | null) => {
              const between = apply(model, first, known);
              return second === null ? between : apply(between, second, known);
            };
            possible = other === null ? [then(one, null)] : [then(one, other), then(other, one)];
            // A claim skips rows that another transaction has locked.
            if (other?.move === 'claim') possible.push(then(one, null));
            if (other !== null && one.move === 'claim') possible.push(then(other, null));
          }
          const seen = await observe();
          expect(possible.map(standing)).toContain(standing(seen));
          model = seen;
        }
        const { rows } = await sql<{ numbers: number[]; count: number }>`
          select array(select attempt from delivery_attempts order by attempt) as numbers, attempt_count as count
          from delivery_standings`.execute(db());
        const [attempts] = rows;
        expect(attempts?.numbers).toEqual(Array.from({ length: attempts?.count ?? -1 }, (_, index) => index + 1));
      }),
      { numRuns: 60 },
    );
  }, 60_000);
});
