import { requireOwnAgent } from '../api/find-agent.ts';
import { handlesOf } from '../api/handles.ts';
import { openSignedIn, type Context, type VerbOptions } from '../context.ts';
import { usage } from '../failure.ts';
import { table } from '../output.ts';

export interface AttentionOptions extends VerbOptions {
  /** An agent of the caller's, for what it asks of all people. */
  readonly agent?: string;
  readonly days: string;
}

/** Shows how often agents asked the caller, or how often an agent of theirs asked people, and what was decided. */
export async function attention(options: AttentionOptions): Promise<void> {
  const { days } = options;
  if (days !== '7' && days !== '30') {
    throw usage('days_invalid', `"${days}" is no period.`, 'Give 7 or 30 days.');
  }
  const context = await openSignedIn(options);
  if (options.agent === undefined) return ofCaller(context, days);
  return ofAgent(context, days, options.agent);
}

async function ofCaller({ out, client }: Context, days: '7' | '30'): Promise<void> {
  const { items } = await client.call('readAttention', { query: { days } });
  if (items.length === 0) out.note(`No agent has asked you anything in ${days} days.`);
  const handles = await handlesOf(client, items);
  const head = ['AGENT', 'ASKED', 'APPROVED', 'DENIED', 'EXPIRED', 'WITHOUT ASKING', 'MEDIAN', 'WITHIN 3 S'];
  const rows = items.map((item) => [
    handles.get(item.agentId) ?? item.agentId,
    ...[item.asked, item.approved, item.denied, item.expired, item.underStanding].map(String),
    secondsOf(item.medianSeconds),
    String(item.decidedWithin3s),
  ]);
  out.result({ items }, items.length === 0 ? '' : table([head, ...rows]));
}

async function ofAgent({ out, client }: Context, days: '7' | '30', name: string): Promise<void> {
  const { agentId, handle } = await requireOwnAgent(client, name);
  const { item } = await client.call('readAgentAttention', { params: { agentId }, query: { days } });
  if (item === null)
    out.note(`${handle} has asked fewer than five people in ${days} days, so that nothing is said of them.`);
  const rows = item === null ? [] : Object.entries({ ...item, medianSeconds: secondsOf(item.medianSeconds) });
  out.result({ item }, table(rows.map(([name, value]) => [name, String(value)])));
}

function secondsOf(seconds: number | null): string {
  return seconds === null ? '-' : `${Math.round(seconds)} s`;
}
