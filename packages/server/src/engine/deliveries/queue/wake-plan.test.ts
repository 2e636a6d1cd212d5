import { pino } from 'pino';
import { expect, it } from 'vitest';
import { newId, type AgentId } from '@parley/protocol';
import { fakeClock } from '../../../testing/fake-clock.ts';
import { AgentQueue } from './agent-queue.ts';
import type { Claimer } from './claimer.ts';
import { createWakePlan } from './wake-plan.ts';

/** Creates a plan over a claimer with given results, and records the calls of both. */
function planOver(claimer: Partial<Pick<Claimer, 'claimDue' | 'fetch'>>) {
  const clock = fakeClock();
  const lookedAt: AgentId[] = [];
  let sweeps = 0;
  const plan = createWakePlan(
    { clock, log: pino({ level: 'silent' }) },
    {
      claimer: { claimDue: async () => null, fetch: async () => [], ...claimer } as Claimer,
      lookAgain: (agentId) => lookedAt.push(agentId),
      sweep: async () => void sweeps++,
    },
  );
  return { plan, clock, lookedAt, sweeps: () => sweeps };
}

it('claims again when the next is due, and at once for whoever wakes it while it claims', async () => {
  let claims = 0;
  const { plan, clock } = planOver({
    async claimDue(alarm) {
      if (++claims === 1) plan.wake();
      return alarm.isWoken ? null : clock.now() + 60_000;
    },
  });
  plan.wake();
  await plan.idle();
  expect(claims).toBe(2);
  await clock.advance(60_000);
  expect(claims).toBe(3);
});

it('fetches for an agent again where the database was away, and looks again at lanes that another server is at', async () => {
  const [one, other] = [new AgentQueue(newId('agent')), new AgentQueue(newId('agent'))];
  const fetched: (readonly AgentQueue[])[] = [];
  const { plan, clock, lookedAt } = planOver({
    async fetch(queues) {
      fetched.push(queues);
      if (fetched.length === 1) throw new Error('no database');
      return queues.map(({ agentId }) => agentId);
    },
  });
  plan.fetchFor(one);
  plan.fetchFor(other);
  await plan.idle();
  expect(fetched).toEqual([[one], [other, one]]);
  await clock.advance(500);
  expect(new Set(lookedAt)).toEqual(new Set([one.agentId, other.agentId]));
});

it('sweeps every fifteen seconds until it is stopped', async () => {
  const { plan, clock, sweeps } = planOver({});
  plan.sweep();
  await clock.advance(45_000);
  expect(sweeps()).toBe(4);
  plan.stop();
  await clock.advance(60_000);
  expect(sweeps()).toBe(4);
  expect(plan.isBusy).toBe(false);
});
