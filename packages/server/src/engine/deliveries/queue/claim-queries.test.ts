import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId, type AgentId, type ConversationId, type DeliveryId } from '@parley/protocol';
import type { Db } from '../../../platform/storage/storage.ts';
import { migratedDatabases, type SharedDatabase } from '../../../testing/durability/migrated-databases.ts';
import { accepted, failed } from '../../carriers/attempt-result.ts';
import { nextDueAt } from '../backlog-queries.ts';
import { claimDue, claimWaiting as claimWaitingBounded, type ClaimResult, type FetchBounds } from './claim-queries.ts';
import { gatherFor, resumeHeld } from './park-queries.ts';
import type { Claimed, NewDelivery } from '../delivery.ts';
import { insertDeliveries } from '../enqueue-queries.ts';
import { makeDue } from '../fixtures/make-due.ts';
import { enqueuePlan } from '../fixtures/enqueue-plan.ts';
import { newDelivery } from '../fixtures/new-delivery.ts';
import { endLane } from '../end-lane-queries.ts';
import { removeNode, renewNode } from '../lease/node-queries.ts';
import { settleByAck } from '../lease/settle-by-ack.ts';
import { releaseLeases, markDispatched, settle } from '../lease/settle-queries.ts';
import { lockStanding } from '../log/standing-queries.ts';
import { findHeld } from './waiting-queries.ts';

const later = () => new Date(Date.now() + 60_000);

describe.each(migratedDatabases)('deliveries in $name', ({ skip, open }) => {
  if (skip) return it.skip('cannot be reached', () => undefined);
  let database: SharedDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await sql`truncate deliveries, delivery_queue, delivery_attempts, nodes, relay_streams restart identity cascade`.execute(
      database.nodes[0].db,
    );
  });

  const db = () => database.nodes[0].db;
  const insert = (deliveries: readonly NewDelivery[], node: string, wanted = true) =>
    database.nodes[0].transaction((tx) =>
      insertDeliveries(
        tx,
        deliveries,
        enqueuePlan(
          node,
          deliveries.map(() => wanted),
        ),
      ),
    );
  const lane = () => ({ agentId: newId('agent'), conversationId: newId('conversation') });
  const inLane = (count: number, about: { agentId: AgentId; conversationId: ConversationId }) =>
    Array.from({ length: count }, () => newDelivery(about));
  const idsOf = (list: readonly { readonly deliveryId: DeliveryId }[]) => list.map(({ deliveryId }) => deliveryId);
  const release = (node: string, deliveries: readonly Claimed[]) => releaseLeases(db(), node, deliveries, null);
  const claimWaiting = (
    of: Db,
    node: string,
    agents: readonly { readonly agentId: AgentId; readonly freeSlots: number }[],
    bounds: Partial<FetchBounds> = {},
  ) => claimWaitingBounded(of, node, agents, { fullConversations: [], laneMax: 64, ...bounds });
  const claimAs = (node: string, limit = 100) => claimDue(db(), node, later(), limit);
  const over = (node: string, delivery: Claimed, result = accepted, nextAttemptAt: Date | null = null) =>
    database.nodes[0].transaction((tx) =>
      settle(tx, [
        {
          nodeId: node,
          delivery,
          result,
          settlement: { status: result === accepted ? 'delivered' : 'failed', nextAttemptAt },
          startedAt: new Date(),
          durationMs: 3,
        },
      ]),
    );
  const rowOf = async (deliveryId: DeliveryId) => {
    const { rows } = await sql<Record<string, unknown>>`
      select * from delivery_standings where delivery_id = ${deliveryId}`.execute(db());
    return rows[0];
  };
  /** Queues deliveries with a lease of server `a` and releases them, so that any server may claim them. */
  const queueDue = async (deliveries: readonly NewDelivery[]) => {
    await insert(deliveries, 'a', false);
    for (const agentId of new Set(deliveries.map((d) => d.agentId))) await makeDue(db(), agentId);
  };

  describe('queueing', () => {
    it('hands those that are wanted to the server that took them, and lets the others wait', async () => {
      const wanted = newDelivery();
      const unwanted = newDelivery();
      expect([...(await insert([wanted], 'a'))]).toEqual([[wanted.deliveryId, 'leased']]);
      expect([...(await insert([unwanted], 'a', false))]).toEqual([[unwanted.deliveryId, 'waits']]);
      expect(await rowOf(wanted.deliveryId)).toMatchObject({
        lease_owner: 'a',
        fence: 1,
        held: null,
        status: 'pending',
      });
      expect(await rowOf(unwanted.deliveryId)).toMatchObject({ lease_owner: null, held: 'window' });
    });

    it('lets a delivery wait while another server has an earlier one of its lane in hand', async () => {
      const [one, two] = inLane(2, lane()) as [NewDelivery, NewDelivery];
      await insert([one], 'a');
      expect([...(await insert([two], 'b')).values()]).toEqual(['waits']);
      const waits = await claimWaiting(db(), 'b', [{ agentId: two.agentId, freeSlots: 10 }]);
      expect(waits).toEqual({ claimed: [], setAside: [two.agentId] });
    });

    it('does not let another room, another agent or a retry hold up a lane', async () => {
      const [one, two] = inLane(2, lane()) as [NewDelivery, NewDelivery];
      const [first] = (await insertAndClaim([one], 'a')) as [Claimed];
      await over('a', first, failed('timeout', 'x', true), new Date());
      const elsewhere = newDelivery({ agentId: one.agentId });
      const foreign = newDelivery({ conversationId: one.conversationId });
      expect([...(await insert([two, elsewhere, foreign], 'b')).values()]).toEqual(['leased', 'leased', 'leased']);
    });
  });

  const insertAndClaim = async (deliveries: readonly NewDelivery[], node: string): Promise<readonly Claimed[]> => {
    await queueDue(deliveries);
    return (await claimAs(node)).claimed;
  };

  describe('claiming', () => {
    it('gives what is due, oldest of a lane first, and nothing that is not due yet', async () => {
      const due = inLane(3, lane());
      await queueDue([...due, newDelivery({ createdAt: new Date(Date.now() + 3_600_000) })]);
      expect(idsOf((await claimAs('a')).claimed)).toEqual(idsOf(due));
      expect((await claimAs('a')).claimed).toEqual([]);
    });

    it('raises the fence each time, and gives the body as it was queued', async () => {
      const body = Buffer.from([0, 1, 2, 255]);
      const [one] = (await insertAndClaim([newDelivery({ body })], 'a')) as [Claimed];
      await release('a', [one]);
      const [again] = (await claimAs('b')).claimed as [Claimed];
      expect(again.fence).toBe(one.fence + 1);
      expect(again.body.equals(body)).toBe(true);
    });

    it('sets a first attempt aside while another server has an earlier one of its lane, and gives it afterwards', async () => {
      const [one, two] = inLane(2, lane()) as [NewDelivery, NewDelivery];
      const [first] = (await insertAndClaim([one], 'a')) as [Claimed];
      await queueDue([two]);
      expect(await claimAs('b')).toEqual({ claimed: [], setAside: [two.agentId] });
      expect(await nextDueAt(db())).toBeNull();
      await over('a', first, failed('timeout', 'x', true), later());
      const { claimed } = await claimWaiting(db(), 'b', [{ agentId: two.agentId, freeSlots: 10 }]);
      expect(idsOf(claimed)).toEqual([two.deliveryId]);
    });

    it('gives each agent as many as it has room for, oldest first', async () => {
      const [busy, free] = [lane(), lane()];
      const [many, few] = [inLane(5, busy), inLane(1, free)];
      await insert([...many, ...few], 'a', false);
      const { claimed } = await claimWaiting(db(), 'a', [
        { agentId: busy.agentId, freeSlots: 2 },
        { agentId: free.agentId, freeSlots: 2 },
      ]);
      expect(idsOf(claimed)).toEqual(idsOf([...many.slice(0, 2), ...few]));
    });

    it('gives of a room that has very much only its oldest, and nothing of one that is full', async () => {
      const [loud, full, calm] = [lane(), lane(), lane()].map((about) => ({ ...about, agentId }));
      const deliveries = [inLane(5, loud!), inLane(1, full!), inLane(1, calm!)] as const;
      await insert(deliveries.flat(), 'a', false);
      const bounds = { fullConversations: [full!.conversationId], laneMax: 3 };
      const { claimed, setAside } = await claimWaiting(db(), 'a', [{ agentId, freeSlots: 20 }], bounds);
      expect(idsOf(claimed)).toEqual(idsOf([...deliveries[0].slice(0, 3), ...deliveries[2]]));
      expect(setAside).toEqual([]);
    });

    it('finds what waits behind any number of a room that is full', async () => {
      const [full, calm] = [lane(), lane()].map((about) => ({ ...about, agentId }));
      const last = inLane(1, calm!);
      await insert([...inLane(30, full!), ...last], 'a', false);
      const bounds = { fullConversations: [full!.conversationId] };
      const { claimed } = await claimWaiting(db(), 'a', [{ agentId, freeSlots: 1 }], bounds);
      expect(idsOf(claimed)).toEqual(idsOf(last));
    });
    const agentId = newId('agent');

    it('§9 lets no two servers have the same delivery, and no lane out of order, however they race', async () => {
      const lanes = [lane(), lane(), lane()];
      const all = Array.from({ length: 90 }, (_, place) => newDelivery(lanes[place % 3]));
      await queueDue(all);
      const claims = await Promise.all(
        Array.from({ length: 12 }, (_, turn) => {
          const node = database.nodes[turn % 2] as SharedDatabase['nodes'][number];
          return claimDue(node.db, turn % 2 === 0 ? 'a' : 'b', later(), 15);
        }),
      );
      const claimed = claims.flatMap((claim) => claim.claimed);
      expect(new Set(idsOf(claimed)).size).toBe(claimed.length);
      // The holder of a delivery also holds all earlier unfinished ones of its lane.
      for (const { conversationId } of lanes) {
        const owners = await sql<{ lease_owner: string | null }>`
          select lease_owner from delivery_queue where conversation_id = ${conversationId} order by position`.execute(
          db(),
        );
        const inHand = owners.rows.map((row) => row.lease_owner);
        const lastHeld = inHand.findLastIndex((owner) => owner !== null);
        expect(new Set(inHand.slice(0, lastHeld + 1)).size).toBeLessThanOrEqual(1);
      }
    });
  });

  describe('servers that take messages of one room by turns', () => {
    it('make its first attempts in the order in which the messages came', async () => {
      const about = lane();
      const all = inLane(40, about);
      const sent: DeliveryId[] = [];
      const work = async (node: 'a' | 'b', storage: SharedDatabase['nodes'][number], { claimed }: ClaimResult) => {
        for (const delivery of claimed) {
          sent.push(delivery.deliveryId);
          const result = failed('timeout', 'x', true);
          const settled = { nodeId: node, delivery, result, startedAt: new Date(), durationMs: 1 };
          const settlement = { status: 'failed', nextAttemptAt: later() } as const;
          await storage.transaction((tx) => settle(tx, [{ ...settled, settlement }]));
        }
      };
      const node = async (name: 'a' | 'b', storage: SharedDatabase['nodes'][number]) => {
        for (const delivery of all.filter((_, place) => (place % 2 === 0) === (name === 'a'))) {
          await turn(all.indexOf(delivery));
          const placed = await storage.transaction((tx) => insertDeliveries(tx, [delivery], enqueuePlan(name, [true])));
          accepted.push({ name, delivery, mine: placed.get(delivery.deliveryId) === 'leased' });
        }
      };
      const accepted: { name: 'a' | 'b'; delivery: NewDelivery; mine: boolean }[] = [];
      const turn = async (place: number) => {
        while (accepted.length < place) await new Promise((resolve) => setTimeout(resolve, 1));
      };
      const fetch = async (name: 'a' | 'b', storage: SharedDatabase['nodes'][number]) => {
        let seen = 0;
        const workOwn = async () => {
          for (; seen < accepted.length; seen++) {
            const { name: owner, delivery, mine } = accepted[seen] as (typeof accepted)[number];
            const fresh = {
              ...delivery,
              dueAt: delivery.createdAt,
              attemptCount: 0,
              attemptsBefore: 0,
              crashCount: 0,
              fence: 1,
            };
            if (mine && owner === name) await work(name, storage, { claimed: [fresh], setAside: [] });
          }
        };
        while (sent.length < all.length) {
          await workOwn();
          const claim = await claimWaiting(storage.db, name, [{ agentId: about.agentId, freeSlots: 5 }]);
          // Deliveries that the server held before the claim come first. It could claim later ones only because it held
          // these.
          await workOwn();
          await work(name, storage, claim);
        }
      };
      const [left, right] = database.nodes;
      await Promise.all([node('a', left), node('b', right), fetch('a', left), fetch('b', right)]);
      expect(sent).toEqual(idsOf(all));
    });
  });

  describe('settling', () => {
    it('records the attempt, and ends what was taken', async () => {
      const [one] = (await insertAndClaim([newDelivery()], 'a')) as [Claimed];
      expect(await over('a', one)).toEqual(new Set([one.deliveryId]));
      expect(await rowOf(one.deliveryId)).toMatchObject({
        status: 'delivered',
        attempt_count: 1,
        lease_owner: null,
        next_attempt_at: null,
      });
      expect((await rowOf(one.deliveryId))?.dispatched_at).toBeInstanceOf(Date);
    });

    it('drops the late result of a server that was given up, and keeps what its heir does', async () => {
      const [one] = (await insertAndClaim([newDelivery()], 'zombie')) as [Claimed];
      await renewNode(db(), 'heir', true);
      await database.nodes[0].transaction((tx) => removeNode(tx, 'zombie'));
      const [again] = (await claimAs('heir')).claimed as [Claimed];
      expect(await over('zombie', one)).toEqual(new Set());
      expect(await rowOf(one.deliveryId)).toMatchObject({ status: 'pending', attempt_count: 0, lease_owner: 'heir' });
      expect(await over('heir', again)).toEqual(new Set([one.deliveryId]));
    });

    it('drops the result of an earlier claim of the same server', async () => {
      const [one] = (await insertAndClaim([newDelivery()], 'a')) as [Claimed];
      await release('a', [one]);
      await claimAs('a');
      expect(await over('a', one)).toEqual(new Set());
    });

    it('is done once although it is asked for twice', async () => {
      const [one] = (await insertAndClaim([newDelivery()], 'a')) as [Claimed];
      await over('a', one);
      expect(await over('a', one)).toEqual(new Set());
      expect((await rowOf(one.deliveryId))?.attempt_count).toBe(1);
    });

    it('of a form answer waits for who has the delivery under lock, without standing in the way to its place', async () => {
      const form = newDelivery({ event: 'form.submitted' });
      const [one] = (await insertAndClaim([form], 'a')) as [Claimed];
      const place = { nodeId: 'a', delivery: one, result: accepted, startedAt: new Date(), durationMs: 3 };
      const settlement = { status: 'delivered', nextAttemptAt: null } as const;
      let settling: Promise<Set<DeliveryId>> | undefined;
      const standing = await database.nodes[0].transaction(async (tx) => {
        await sql`select from deliveries where delivery_id = ${form.deliveryId} for update`.execute(tx);
        settling = settle(database.nodes[1].db, [{ ...place, settlement }]);
        await new Promise((resolve) => setTimeout(resolve, 300));
        return lockStanding(tx, form.agentId, form.deliveryId);
      });
      expect(standing).toMatchObject({ open: true, leased: true });
      expect(await settling).toEqual(new Set([form.deliveryId]));
    });

    it('erases the body of a form answer with its last attempt, and of nothing else', async () => {
      const form = newDelivery({ event: 'form.submitted' });
      const message = newDelivery();
      for (const one of await insertAndClaim([form, message], 'a')) {
        await over('a', one, failed('timeout', 'x', true), new Date());
      }
      expect(await rowOf(form.deliveryId)).toMatchObject({ open: true, has_body: true });
      for (const one of (await claimAs('a')).claimed) await over('a', one);
      expect(await rowOf(form.deliveryId)).toMatchObject({ open: false, has_body: false });
      expect(await rowOf(message.deliveryId)).toMatchObject({ open: false, has_body: true });
    });
  });

  describe('an acknowledgement that comes another way', () => {
    const acknowledge = (delivery: NewDelivery, accepts = true) =>
      database.nodes[0].transaction((tx) =>
        settleByAck(
          tx,
          { ...delivery, result: accepts ? accepted : failed('ack_failed', 'x', true) },
          { delaysMs: [60_000], maxAttempts: 2 },
          Date.now(),
        ),
      );

    it('settles a delivery that another server has just written to its stream, before that is noted anywhere', async () => {
      const delivery = newDelivery();
      await insert([delivery], 'holder');
      expect(await acknowledge(delivery)).toMatchObject({ matched: true });
      expect(await rowOf(delivery.deliveryId)).toMatchObject({
        status: 'delivered',
        attempt_count: 1,
        lease_owner: null,
      });
    });

    it('ends the wait of another server for a handler that failed, which has another attempt', async () => {
      const delivery = newDelivery();
      const [one] = (await insertAndClaim([delivery], 'holder')) as [Claimed];
      expect(await acknowledge(delivery, false)).toMatchObject({ matched: true });
      const row = await rowOf(delivery.deliveryId);
      expect(row).toMatchObject({ status: 'failed', attempt_count: 1, lease_owner: null, last_outcome: 'ack_failed' });
      expect((row?.next_attempt_at as Date).getTime()).toBeGreaterThan(Date.now());
      expect(await over('holder', one)).toEqual(new Set());
    });

    it('settles a delivery that waits for its next attempt, and does not match', async () => {
      const delivery = newDelivery();
      const [one] = (await insertAndClaim([delivery], 'a')) as [Claimed];
      await over('a', one, failed('ack_timeout', 'x', true), later());
      expect(await acknowledge(delivery)).toMatchObject({ matched: false });
      expect(await rowOf(delivery.deliveryId)).toMatchObject({
        status: 'delivered',
        attempt_count: 1,
        next_attempt_at: null,
      });
    });

    it('changes nothing when it says late that the handler failed, when it comes twice or is another agent’s', async () => {
      const delivery = newDelivery();
      const [one] = (await insertAndClaim([delivery], 'a')) as [Claimed];
      await over('a', one, failed('ack_timeout', 'x', true), later());
      expect(await acknowledge(delivery, false)).toMatchObject({ matched: false, changed: null });
      await acknowledge(delivery);
      expect(await acknowledge(delivery)).toMatchObject({ matched: false, changed: null });
      expect(await acknowledge({ ...delivery, agentId: newId('agent') })).toBeNull();
    });
  });

  describe('a room that ends', () => {
    it('ends what it still had to deliver, whoever has it in hand, and leaves other rooms alone', async () => {
      const about = lane();
      const [held, due, waiting] = inLane(3, about) as [NewDelivery, NewDelivery, NewDelivery];
      const other = newDelivery({ agentId: about.agentId });
      const [one] = (await insertAndClaim([held], 'a')) as [Claimed];
      await queueDue([due]);
      await insert([waiting, other], 'a', false);
      await database.nodes[0].transaction((tx) => endLane(tx, about.conversationId, new Date()));
      for (const { deliveryId } of [held, due, waiting]) {
        expect(await rowOf(deliveryId)).toMatchObject({ status: 'failed', next_attempt_at: null, lease_owner: null });
      }
      expect(await over('a', one)).toEqual(new Set());
      const { claimed } = await claimWaiting(db(), 'a', [{ agentId: about.agentId, freeSlots: 9 }]);
      expect(idsOf(claimed)).toEqual([other.deliveryId]);
    });
  });

  describe('an agent that goes on after a pause', () => {
    it('gets what was held as its window has room, and none of it stands among what is due', async () => {
      const paused = newDelivery();
      await releaseLeases(db(), 'a', await insertAndClaim([paused], 'a'), 'paused');
      expect(await findHeld(db())).toEqual([{ agent_id: paused.agentId, held: 'paused' }]);
      await resumeHeld(db(), paused.agentId);
      expect(await nextDueAt(db())).toBeNull();
      const { claimed } = await claimWaiting(db(), 'a', [{ agentId: paused.agentId, freeSlots: 9 }]);
      expect(idsOf(claimed)).toEqual([paused.deliveryId]);
    });

    it('is found among others, each once, however much waits for them', async () => {
      const agents = Array.from({ length: 3 }, () => newId('agent')).sort();
      await insert(
        agents.flatMap((agentId) => [newDelivery({ agentId }), newDelivery({ agentId })]),
        'a',
        false,
      );
      expect(await findHeld(db())).toEqual(agents.map((agentId) => ({ agent_id: agentId, held: 'window' })));
    });
  });

  describe('noting that bytes went out', () => {
    it('passes over what is being settled at this moment instead of waiting for it', async ({ skip: leaveOut }) => {
      if (database.url === null) leaveOut('the embedded database has one connection');
      const [one, two] = (await insertAndClaim([newDelivery(), newDelivery()], 'a')) as [Claimed, Claimed];
      const at = new Date();
      await database.nodes[0].transaction(async (tx) => {
        await sql`select from delivery_queue where delivery_id = ${one.deliveryId} for update`.execute(tx);
        const noted = await markDispatched(
          database.nodes[1].db,
          'a',
          [one, two].map(({ deliveryId }) => ({ deliveryId, at })),
        );
        expect(noted).toHaveLength(1);
      });
      expect((await rowOf(one.deliveryId))?.dispatched_at).toBeNull();
      expect((await rowOf(two.deliveryId))?.dispatched_at).toEqual(at);
    });
  });

  describe('a relay agent that comes back', () => {
    it('makes due what failed for want of a stream, and leaves other failures to their schedule', async () => {
      const agentId = newId('agent');
      const reasons = ['relay_not_connected', 'ack_failed'] as const;
      const deliveries = reasons.map(() => newDelivery({ agentId }));
      const claimed = await insertAndClaim(deliveries, 'a');
      for (const [place, one] of claimed.entries()) {
        await over('a', one, failed(reasons[place] as (typeof reasons)[number], 'x', false), later());
      }
      await gatherFor(db(), agentId, new Date());
      const back = await claimWaiting(db(), 'a', [{ agentId, freeSlots: 9 }]);
      expect(idsOf(back.claimed)).toEqual([deliveries[0]?.deliveryId]);
    });

    it('is sent at once what its stream took along when it broke, and the second time on schedule', async () => {
      const one = newDelivery();
      const lost = failed('relay_disconnected', 'x', true);
      await queueDue([one]);
      const inHand = async () => (await claimWaiting(db(), 'a', [{ agentId: one.agentId, freeSlots: 9 }])).claimed;
      await over('a', (await claimAs('a')).claimed[0] as Claimed, lost, later());
      await gatherFor(db(), one.agentId, new Date());
      await over('a', (await inHand())[0] as Claimed, lost, later());
      await gatherFor(db(), one.agentId, new Date());
      expect(await inHand()).toEqual([]);
      expect(await rowOf(one.deliveryId)).toMatchObject({ status: 'failed', attempt_count: 2 });
    });
  });
});
