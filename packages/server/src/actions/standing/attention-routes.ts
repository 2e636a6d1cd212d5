import { routes } from '@parley/protocol';
import { requireOwnedAgent } from '../../accounts/agents/owned-agent.ts';
import {
  readAttention,
  readAttentionOf,
  type AttentionRow,
  type Period,
} from '../../chat/approvals/attention-queries.ts';
import type { App } from '../../chat/conversations/app.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { countUses, isTakenAlong } from './use-queries.ts';

const dayMs = 86_400_000;
/** Agents that one answer lists. */
const agentsMax = 200;
/** Below so many people the counts would tell an owner about single people. */
const peopleMin = 5;

/** Routes that count how often agents ask people, and how people decide. */
export function attentionRoutes({ storage: { db }, clock }: Pick<App, 'storage' | 'clock'>): HumanRoute[] {
  const period = (days = '7'): Period => ({ since: new Date(clock.now() - Number(days) * dayMs), isTakenAlong });
  return [
    humanRoute(routes.readAttention, async ({ caller: { userId }, query: { days } }) => {
      const within = period(days);
      const [asked, uses] = await Promise.all([
        readAttention(db, { userId, limit: agentsMax, ...within }),
        countUses(db, userId, within.since, agentsMax),
      ]);
      const quiet = [...uses.keys()].filter((agentId) => !asked.some((row) => row.agent_id === agentId));
      const rows = [...asked, ...quiet.map((agentId) => ({ agent_id: agentId, ...unasked }))].slice(0, agentsMax);
      return {
        items: rows.map((row) => ({
          agentId: row.agent_id,
          ...presentCounts(row),
          underStanding: uses.get(row.agent_id) ?? 0,
          medianSeconds: row.median_seconds,
          decidedWithin3s: row.decided_within_3s,
        })),
      };
    }),
    humanRoute(routes.readAgentAttention, async ({ caller, params, query: { days } }) => {
      const { agent_id: agentId } = await requireOwnedAgent(db, caller.userId, params.agentId);
      const row = await readAttentionOf(db, { agentId, ...period(days) });
      if (row.people < peopleMin) return { item: null };
      return { item: { people: row.people, ...presentCounts(row), medianSeconds: row.median_seconds } };
    }),
  ];
}

const unasked = { asked: 0, approved: 0, denied: 0, expired: 0, median_seconds: null, decided_within_3s: 0 };

function presentCounts({ asked, approved, denied, expired }: AttentionRow) {
  return { asked, approved, denied, expired };
}
