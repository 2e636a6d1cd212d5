import type pg from 'pg';
import type { Database } from '../place/database.ts';
import type { History } from './history.ts';
import type { Verdict } from './verdict.ts';

const minuteMs = 60_000;
/** A schedule that is due longer than this has been forgotten. */
const lateMs = 65_000;

/** Ticks fire once, approvals end once, and every coin is somewhere. */
export async function checkErrands(database: Database, history: History): Promise<Verdict> {
  return database.withClient(async (client) => {
    const verdicts = [await checkTicks(client), await checkApprovals(client, history), await checkCoins(client)];
    return { figures: verdicts.flatMap(({ figures }) => figures), broken: verdicts.flatMap(({ broken }) => broken) };
  });
}

/**
 * A server whose clock is ahead leaves lines behind that lie in the future, and times of a room only rise: what is written there until
 * then is a millisecond after the line before it, whenever it was. Such a tick tells nothing of its minute.
 */
const ticksByTheClock = `
  with tick as (
    select conversation_id, convert_from(body, 'UTF8')::json -> 'messages' -> 0 ->> 'id' as message_id
    from deliveries where event = 'tick.scheduled'
  )
  select t.conversation_id, m.created_at, coalesce(m.created_at - b.created_at <= interval '1 millisecond', false) as is_pushed
  from tick t join messages m on m.message_id = t.message_id
  left join messages b on b.conversation_id = m.conversation_id and b.seq = m.seq - 1`;

async function checkTicks(client: pg.Client): Promise<Verdict> {
  const { rows: ticks } = await client.query<{ conversation_id: string; created_at: Date; is_pushed: boolean }>(
    ticksByTheClock,
  );
  const minutes = ticks
    .filter((tick) => !tick.is_pushed)
    .map((tick) => `${tick.conversation_id} ${Math.floor(tick.created_at.getTime() / minuteMs)}`);
  const broken = minutes
    .filter((minute, place) => minutes.indexOf(minute) !== place)
    .map((minute) => `${minute} ticked twice`);
  const { rows: schedules } = await client.query<{ schedule_id: string; next_at: Date }>(
    'select schedule_id, next_at from schedules',
  );
  for (const { schedule_id, next_at } of schedules) {
    if (Date.now() - next_at.getTime() > lateMs)
      broken.push(`${schedule_id} has not ticked since ${next_at.toISOString()}`);
  }
  return { figures: [['schedule ticks, each once', ticks.length]], broken };
}

async function checkApprovals(client: pg.Client, history: History): Promise<Verdict> {
  const { rows } = await client.query<{ invocation_id: string; approval_id: string; state: string }>(
    'select invocation_id, approval_id, state from approvals',
  );
  const known = new Set(rows.map((row) => row.invocation_id));
  const broken = [...history.invocations.keys()]
    .filter((id) => !known.has(id))
    .map((id) => `LOST: ${id} was answered for and is not there`);
  const told = await client.query<{ event: string; about: string; count: number }>(`
    select event, count(*)::int as count, case event
      when 'tool.result' then convert_from(body, 'UTF8')::json #>> '{tool_result,invocation_id}'
      else convert_from(body, 'UTF8')::json #>> '{approval,id}' end as about
    from deliveries where event in ('tool.result', 'approval.resolved') and body is not null group by event, about`);
  const timesTold = new Map(told.rows.map(({ event, about, count }) => [`${event} ${about}`, count]));
  for (const { invocation_id, approval_id, state } of rows) {
    if (state === 'pending') broken.push(`${approval_id} is still pending`);
    for (const what of [`tool.result ${invocation_id}`, `approval.resolved ${approval_id}`]) {
      if (timesTold.get(what) !== 1) broken.push(`${what} was told ${timesTold.get(what) ?? 0} times`);
    }
  }
  const count = (state: string) => rows.filter((row) => row.state === state).length;
  return {
    figures: [
      ['approvals that ended once', rows.length],
      ['  expired', count('expired')],
      ['  approved', count('approved')],
    ],
    broken,
  };
}

async function checkCoins(client: pg.Client): Promise<Verdict> {
  const { rows } = await client.query<{ sum: string; off: number; spent: number }>(`
    select (select coalesce(sum(amount), 0) from coin_entries)::text as sum,
           (select count(*)::int from coin_accounts a where balance <>
             (select sum(amount) from coin_entries e where e.user_id = a.user_id)) as off,
           (select count(*)::int from invocations where state = 'succeeded' and tool = 'coin.charge') as spent`);
  const broken = [];
  if (rows[0]?.sum !== '0') broken.push(`all coins together are ${rows[0]?.sum}, not 0`);
  if (rows[0]?.off !== 0) broken.push(`${rows[0]?.off} balances are not the sum of their entries`);
  return { figures: [['coins spent', rows[0]?.spent ?? 0]], broken };
}
