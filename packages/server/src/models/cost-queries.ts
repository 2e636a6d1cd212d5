import { sql } from 'kysely';
import type { AgentId, UserId } from '@parley/protocol';
import type { Db } from '../platform/storage/storage.ts';

/** What the answers of an agent's model to a person cost, in one currency. */
export interface CostRow {
  readonly agent_id: AgentId;
  readonly currency: string;
  readonly answers: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost: number;
}

/** Sums the answers to a person that have a cost over a month (UTC) such as 2026-01, the dearest agents first. */
export async function listCostsTo(
  db: Db,
  userId: UserId,
  { month, limit }: { readonly month: string; readonly limit: number },
): Promise<CostRow[]> {
  const begins = new Date(`${month}-01T00:00:00.000Z`);
  const ends = new Date(Date.UTC(begins.getUTCFullYear(), begins.getUTCMonth() + 1));
  const { rows } = await sql<CostRow>`
    select agent_id, currency, count(*)::int as answers, sum(input_tokens)::float8 as input_tokens,
           sum(output_tokens)::float8 as output_tokens, sum(cost) as cost
    from model_answers
    where user_id = ${userId} and cost is not null and at >= ${begins} and at < ${ends}
    group by agent_id, currency order by sum(cost) desc, agent_id limit ${limit}`.execute(db);
  return rows;
}
