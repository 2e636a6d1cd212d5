import { sql, type RawBuilder } from 'kysely';
import { lowestId, type AgentId, type UserId } from '@parley/protocol';
import type { Db } from '../../platform/storage/storage.ts';

/** How often people were asked, and what came of it. */
export interface AttentionRow {
  readonly asked: number;
  readonly approved: number;
  readonly denied: number;
  readonly expired: number;
  /** Null where nothing was decided. */
  readonly median_seconds: number | null;
}

export interface Period {
  readonly since: Date;
  /** Returns an SQL condition: this approval was approved together with another. */
  readonly isTakenAlong: (approvalId: RawBuilder<unknown>) => RawBuilder<boolean>;
}

/** Reads how often each agent asked a person, most first; at most `limit` agents. */
export async function readAttention(
  db: Db,
  { userId, limit, ...period }: Period & { readonly userId: UserId; readonly limit: number },
): Promise<(AttentionRow & { readonly agent_id: AgentId; readonly decided_within_3s: number })[]> {
  const { rows } = await sql<AttentionRow & { agent_id: AgentId; decided_within_3s: number }>`
    select agent_id, ${counts},
           count(*) filter (where seconds <= 3)::int as decided_within_3s
    from ${approvalsOf(period)} where user_id = ${userId}
    group by agent_id order by asked desc, agent_id limit ${limit}`.execute(db);
  return rows;
}

/** Reads how often an agent asked people, and how many people. */
export async function readAttentionOf(
  db: Db,
  { agentId, ...period }: Period & { readonly agentId: AgentId },
): Promise<AttentionRow & { readonly people: number }> {
  const { rows } = await sql<AttentionRow & { people: number }>`
    select count(distinct user_id)::int as people, ${counts}
    from ${approvalsOf(period)} where agent_id = ${agentId}`.execute(db);
  return rows[0] ?? { people: 0, asked: 0, approved: 0, denied: 0, expired: 0, median_seconds: null };
}

const countOf = (state: string) => sql`count(*) filter (where state = ${sql.lit(state)})::int`;
const counts = sql`
  count(*)::int as asked, ${countOf('approved')} as approved, ${countOf('denied')} as denied,
  ${countOf('expired')} as expired,
  round((percentile_cont(0.5) within group (order by seconds))::numeric, 3)::float8 as median_seconds`;

/** Returns a subquery: the approvals of a period, each with the seconds until a person decided it, or null. */
function approvalsOf({ since, isTakenAlong }: Period): RawBuilder<unknown> {
  return sql`(
    select a.agent_id, a.user_id, a.state,
           case when a.state in ('approved', 'denied') and not ${isTakenAlong(sql`a.approval_id`)}
             then extract(epoch from a.resolved_at - a.created_at)::float8 end as seconds
    from approvals a
    where a.approval_id >= ${lowestId('approval', since.getTime())} and a.created_at >= ${since}
  ) a`;
}
