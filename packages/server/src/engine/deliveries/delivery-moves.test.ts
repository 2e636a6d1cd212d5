import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeliveryId } from '@parley/protocol';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { registerAgent, type Agent } from '../../testing/contract/agent.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { deliver, deliveryOf, openConversation } from '../../testing/contract/conversation.ts';
import { accepted, failed } from '../carriers/attempt-result.ts';
import { claimDue } from './queue/claim-queries.ts';
import {
  deliveryMoves,
  stateOf,
  statusOf,
  type DeliveryMove,
  type DeliveryState,
  type Standing,
} from './delivery-moves.ts';
import { eraseOldBodies } from './erase-queries.ts';
import { claimedDelivery } from './fixtures/claimed.ts';
import { putStanding } from './fixtures/put-standing.ts';
import { settlementOf } from './lease/retry.ts';
import { releaseLeases, settle } from './lease/settle-queries.ts';
import { withdrawDeliveries } from './withdraw-queries.ts';

const states = Object.keys(deliveryMoves) as DeliveryState[];
const moves = Object.keys(deliveryMoves.queued) as DeliveryMove[];
const hourMs = 3_600_000;

/** Another server. The server under test does not touch its leases. */
const other = 'another server';
const columns: Record<DeliveryState, Standing> = {
  queued: { status: 'pending', attempt_count: 0, open: true, leased: false, has_body: true, last_outcome: 'timeout' },
  replayed: { status: 'pending', attempt_count: 2, open: true, leased: false, has_body: true, last_outcome: 'timeout' },
  failed: { status: 'failed', attempt_count: 2, open: true, leased: false, has_body: true, last_outcome: 'timeout' },
  sending: { status: 'pending', attempt_count: 0, open: true, leased: true, has_body: true, last_outcome: 'timeout' },
  resending: { status: 'pending', attempt_count: 2, open: true, leased: true, has_body: true, last_outcome: 'timeout' },
  retrying: { status: 'failed', attempt_count: 2, open: true, leased: true, has_body: true, last_outcome: 'timeout' },
  delivered: {
    status: 'delivered',
    attempt_count: 2,
    open: false,
    leased: false,
    has_body: true,
    last_outcome: 'timeout',
  },
  dead: { status: 'failed', attempt_count: 2, open: false, leased: false, has_body: true, last_outcome: 'timeout' },
  unsent: { status: 'failed', attempt_count: 0, open: false, leased: false, has_body: true, last_outcome: 'timeout' },
  withdrawn: {
    status: 'failed',
    attempt_count: 2,
    open: false,
    leased: false,
    has_body: true,
    last_outcome: 'withdrawn',
  },
  delivered_erased: {
    status: 'delivered',
    attempt_count: 2,
    open: false,
    leased: false,
    has_body: false,
    last_outcome: 'timeout',
  },
  dead_erased: {
    status: 'failed',
    attempt_count: 2,
    open: false,
    leased: false,
    has_body: false,
    last_outcome: 'timeout',
  },
};

describe('a delivery, whatever comes to it wherever it stands', () => {
  let server: TestServer;
  let ada: Person;
  let agent: Agent;
  let conversation: string;
  let isPaused = true;

  beforeAll(async () => {
    server = await startTestServer();
    ada = await signUp(server);
    await sql`insert into nodes (node_id, alive_until) values (${other}, now() + interval '1 day')`.execute(
      server.app.storage.db,
    );
  });
  afterAll(() => server.stop());

  /** Creates a delivery with a finished first attempt and puts it into the state in which the test begins. */
  async function deliveryThatIs(state: DeliveryState): Promise<DeliveryId> {
    if (isPaused) agent = await registerAgent(server, ada);
    isPaused = false;
    conversation = await openConversation(ada, agent);
    const deliveryId = (await deliver(ada, conversation, 'hello')) as DeliveryId;
    await server.app.engine.idle();
    const standing = { ...columns[state], leaseOwner: columns[state].leased ? other : null, fence: 7 };
    await putStanding(server.app.storage.db, deliveryId, standing, new Date(server.clock.now() + hourMs));
    return deliveryId;
  }

  async function standingOf(deliveryId: DeliveryId): Promise<Standing> {
    const { rows } = await sql<Standing>`
      select status, attempt_count, open, lease_owner is not null as leased, has_body, last_outcome
      from delivery_standings where delivery_id = ${deliveryId}`.execute(server.app.storage.db);
    return rows[0] as Standing;
  }

  /** Reports the result of an attempt of the other server, which holds the seventh claim or believes so. */
  function report(deliveryId: DeliveryId, result: typeof accepted): Promise<unknown> {
    const now = server.clock.now();
    const delivery = claimedDelivery({ deliveryId, fence: 7 });
    const settlement = settlementOf(delivery, result, { delaysMs: [hourMs], maxAttempts: 5 }, now);
    const startedAt = new Date(now);
    return server.app.storage.transaction((tx) =>
      settle(tx, [{ nodeId: other, delivery, result, settlement, startedAt, durationMs: 1 }]),
    );
  }

  /** A time after everything stored here, by the clock of the server and of the database. */
  const later = () => new Date(Math.max(server.clock.now(), Date.now()) + hourMs);

  /** Performs the move. Returns the response to its caller, if there is one. */
  const happen: Record<DeliveryMove, (deliveryId: DeliveryId) => Promise<unknown>> = {
    claim: async () => {
      await claimDue(server.app.storage.db, other, new Date(server.clock.now() + 2 * hourMs), 1000);
    },
    release: (deliveryId) => releaseLeases(server.app.storage.db, other, [{ deliveryId, fence: 7 }], null),
    deliver: async (deliveryId) => void (await report(deliveryId, accepted)),
    fail: async (deliveryId) => void (await report(deliveryId, failed('timeout', 'Too slow.', true))),
    give_up: async (deliveryId) =>
      void (await report(deliveryId, { ...failed('http_error', 'No.', true), permanent: true })),
    accept: async (deliveryId) => (await agent.ack(deliveryId)).body,
    reject: async (deliveryId) => (await agent.ack(deliveryId, { version: '1', status: 'failed' })).body,
    replay: async (deliveryId) => {
      // The agent is paused, so that the delivery is not sent before the test has checked it.
      await ada.post(`/v1/agents/${agent.agentId}/pause`);
      const answer = await ada.post(`/v1/agents/${agent.agentId}/deliveries/${deliveryId}/replay`);
      isPaused = true;
      await server.app.engine.idle();
      return answer.status === 202 ? 202 : answer.body.error.code;
    },
    withdraw: (deliveryId) =>
      server.app.storage.transaction((tx) => withdrawDeliveries(tx, [deliveryId], new Date(server.clock.now()))),
    end_room: async () => expect((await ada.del(`/v1/conversations/${conversation}`)).status).toBe(204),
    erase: async () => void (await eraseOldBodies(server.app.storage.db, later(), 1000)),
  };

  const cells = states.flatMap((state) => moves.map((move) => ({ state, move, cell: deliveryMoves[state][move] })));
  const refusalsOfReplay: readonly unknown[] = ['delivery_body_erased', 'delivery_withdrawn'];

  it.each(cells)('States and transitions: that is $state makes of $move: $cell', async ({ state, move, cell }) => {
    const deliveryId = await deliveryThatIs(state);
    expect(stateOf(await standingOf(deliveryId))).toBe(state);
    const heard = await happen[move](deliveryId);
    const next = cell !== null && cell in deliveryMoves ? (cell as DeliveryState) : state;
    await expect.poll(async () => stateOf(await standingOf(deliveryId))).toBe(next);
    const { status, nextAttemptAt } = await deliveryOf(agent, deliveryId);
    expect([status, nextAttemptAt !== null]).toEqual([statusOf(next), columns[next].open]);
    if (move === 'replay') expect(heard).toBe(refusalsOfReplay.includes(cell) ? cell : 202);
    if (move === 'accept' || move === 'reject') expect(heard).toEqual({ matched: columns[state].leased });
  });
});

describe('the table of deliveries', () => {
  const known: ReadonlySet<string> = new Set(states);
  const isState = (cell: string | null): cell is DeliveryState => cell !== null && known.has(cell);
  const leadsTo = (state: DeliveryState): DeliveryState[] =>
    moves.map((move): string | null => deliveryMoves[state][move]).filter(isState);

  it('tells from the columns of every state which it is', () => {
    for (const state of states) expect(stateOf(columns[state])).toBe(state);
  });

  it('lets nothing but a replay bring back what is over', () => {
    for (const state of states.filter((one) => !columns[one].open)) {
      for (const move of moves) {
        const next = deliveryMoves[state][move];
        if (next !== null && next in deliveryMoves && columns[next as DeliveryState].open) expect(move).toBe('replay');
      }
    }
  });

  it('can bring every delivery to an end, and none past its metadata', () => {
    for (const start of states) {
      const reached = new Set([start]);
      for (const state of reached) for (const next of leadsTo(state)) reached.add(next);
      const ends = ['delivered', 'delivered_erased', 'dead_erased', 'withdrawn'] as const;
      expect(ends.some((end) => reached.has(end))).toBe(true);
    }
    expect(leadsTo('delivered_erased')).toEqual([]);
    expect(leadsTo('dead_erased')).toEqual([]);
    expect(leadsTo('withdrawn')).toEqual([]);
  });

  it('shows people a delivery in hand as it was before', () => {
    for (const [waits, inHand] of [
      ['queued', 'sending'],
      ['replayed', 'resending'],
      ['failed', 'retrying'],
    ] as const) {
      expect(deliveryMoves[waits].claim).toBe(inHand);
      expect(deliveryMoves[inHand].release).toBe(waits);
      expect(statusOf(inHand)).toBe(statusOf(waits));
    }
  });
});
