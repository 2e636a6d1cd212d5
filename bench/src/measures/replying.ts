import { onStage, type Stage } from '../ground/stage.ts';
import { conversationOf, type SendAgent } from '../load/send.ts';
import type { Hurried } from '../load/hurry.ts';
import type { PartialsPlan, PartialsSeen } from '../load/partials.ts';
import type { Answerable, ReplyPlan } from '../load/reply-flood.ts';
import { percentile } from '../report/statistics.ts';
import { accept } from './accepting.ts';
import { paceAt } from './half-load.ts';
import { connections, type Entrant, type Measure } from './measure.ts';

const ownSends = 'Parley, its own sends';
const oneDraft = 'Parley, one draft';
const repliesEach = 20;
const draftCount = 200;
const perSecond = 20;

/** What agents say back: replies of ten blocks, and drafts that grow before a person's eyes. */
export const replying: Measure = {
  id: 'p10',
  alias: 'reply',
  title: 'Replying: ten blocks at once, and 200 drafts that grow 20 times a second',
  budgetSeconds: { full: 420, quick: 50 },
  entrants: [
    onStage('Parley', { role: 'deliver' }, async (stage) => [await reply(stage), ...(await draft(stage, draftCount))]),
    onStage(oneDraft, { contestant: 'Parley', role: 'deliver' }, async (stage) => [NaN, ...(await draft(stage, 1))]),
    onStage(ownSends, { contestant: 'Parley', role: 'accept' }, async (stage) => [
      (await accept(stage))[0] ?? NaN,
      NaN,
      NaN,
      NaN,
      NaN,
    ]),
  ] satisfies Entrant[],
  rows: [
    { title: 'Replies of ten blocks accepted', unit: '/s', better: 'higher', goal: { times: 0.6, than: [ownSends] } },
    {
      title: 'Partial replies seen, for each draft',
      unit: '/s',
      better: 'higher',
      goal: { times: 0.95, than: [oneDraft] },
    },
    { title: 'From a partial reply to the browser stream, p50', unit: 'ms', better: 'lower' },
    {
      title: 'From a partial reply to the browser stream, p99',
      unit: 'ms',
      better: 'lower',
      goal: { times: 1 / 3, than: [oneDraft] },
    },
    { title: 'Partial replies not seen', unit: '%', better: 'lower', goal: { atMost: 0 } },
  ],
};

/** Sends a message to each room in turn; gives the deliveries, which their agents may answer. */
async function deliveriesOf(stage: Stage, count: number): Promise<(Answerable & { place: number })[]> {
  const { sends } = stage.running;
  const sent = await paceAt(stage, 1000, count);
  return sent.map(({ deliveryId, place }) => ({
    deliveryId,
    place,
    agent: agentAt(sends[place % sends.length]?.agent),
  }));
}

function agentAt(agent: SendAgent | undefined): SendAgent {
  if (!agent) throw new Error('A room has no agent who could reply.');
  return agent;
}

async function reply(stage: Stage): Promise<number> {
  const { ground, running } = stage;
  const deliveries = await deliveriesOf(stage, 1000);
  const flood = (from: number, count: number, durationMs: number) =>
    ground.load.ask<Hurried>('replyFlood', {
      port: running.port,
      connections,
      durationMs,
      count,
      deliveries,
      from,
    } satisfies ReplyPlan);
  const warm = await flood(0, ground.scale.warmUpCount, ground.scale.acceptMs);
  const most = deliveries.length * repliesEach - warm.accepted - connections;
  const { accepted, elapsedMs } = await flood(warm.accepted, most, ground.scale.acceptMs);
  return accepted / (elapsedMs / 1000);
}

async function draft(stage: Stage, count: number): Promise<number[]> {
  const { ground, running } = stage;
  const deliveries = await deliveriesOf(stage, count);
  const drafts = deliveries.map(({ place, ...answerable }) => {
    const send = running.sends[place % running.sends.length];
    if (!send) throw new Error('There is no room for a draft.');
    return { ...answerable, conversationId: conversationOf(send), cookie: send.cookie };
  });
  const durationMs = ground.scale.draftsMs;
  const grow = (forMs: number) =>
    ground.load.ask<PartialsSeen>('partials', {
      port: running.port,
      drafts,
      perSecond,
      durationMs: forMs,
    } satisfies PartialsPlan);
  await grow(durationMs / 2);
  const startedAt = performance.now();
  const { latenciesMs, unseen } = await grow(durationMs);
  const seconds = (performance.now() - startedAt) / 1000;
  const share = (100 * unseen) / Math.max(1, latenciesMs.length + unseen);
  return [latenciesMs.length / seconds / count, percentile(latenciesMs, 50), percentile(latenciesMs, 99), share];
}
