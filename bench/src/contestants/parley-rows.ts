import type { Database } from '../database.ts';
import { conversationOf, type Send } from '../load/send.ts';

/** The one file of the bench that knows the product's tables: rows that no door could make in time. */

const envelope = `convert_to('{"version":"1","delivery_id":"' || delivery_id || '","event":"message.created","messages":[{"id":"' ||
  message_id || '","author":"user","text":"' || repeat('Could you look at the open orders of last week? ', 6) || '"}]}', 'UTF8')`;

/** An id of the kind that sorts before all that are made from now on. */
const oldId = (prefix: string) => `'${prefix}_00' || lpad(i::text, 24, '0')`;

/** Deliveries that are due at once, over all rooms in turn. */
export async function insertStock(database: Database, sends: readonly Send[], count: number): Promise<void> {
  await database.run(
    `with due as (
       select i, ${oldId('dlv')} as delivery_id, ${oldId('msg')} as message_id,
              ($1::text[])[1 + i % $3::int] as agent_id, ($2::text[])[1 + i % $3::int] as conversation_id
       from generate_series(0, $4::int - 1) i
     ), stored as (
       insert into deliveries (delivery_id, agent_id, conversation_id, message_id, user_id, human_origin, hop, event, body, created_at)
       select delivery_id, due.agent_id, conversation_id, message_id, c.creator_user_id, true, 0, 'message.created', ${envelope}, now()
       from due join conversations c using (conversation_id) order by i
     )
     insert into delivery_queue (delivery_id, agent_id, conversation_id, next_attempt_at)
     select delivery_id, agent_id, conversation_id, now() from due order by i`,
    [agentsOf(sends), sends.map(conversationOf), sends.length, count],
  );
  await database.run('analyze');
}

/** Messages of years in rooms of their own, a tenth as many deliveries that are due later, a hundredth that are over. */
export async function insertHistory(database: Database, sends: readonly Send[], messages: number): Promise<void> {
  const perRoom = 100;
  const rooms = Math.ceil(messages / perRoom);
  await database.run(
    `insert into conversations (conversation_id, kind, creator_user_id, agent_id, last_seq, last_message_at, last_activity_at, created_at)
     select ${oldId('cnv')}, 'direct', (select user_id from users limit 1), ($1::text[])[1 + i % $2::int], ${perRoom},
            now() - interval '8 days', now() - interval '8 days', now() - interval '1 year'
     from generate_series(0, $3::int - 1) i`,
    [agentsOf(sends), sends.length, rooms],
  );
  await database.run(
    `insert into messages (message_id, conversation_id, seq, author_type, author_id, body, blocks, created_at)
     select ${oldId('msg')}, 'cnv_00' || lpad((i / ${perRoom})::text, 24, '0'), 1 + i % ${perRoom}, 'user', 'usr_old',
            'Could you look at the open orders of last week, and tell me which of them still wait?', '[]',
            now() - interval '1 year' + i * interval '1 second'
     from generate_series(0, $1::int - 1) i`,
    [messages],
  );
  await insertDeliveries(database, sends, 'failed', Math.ceil(messages / 10), 0);
  await insertDeliveries(database, sends, 'delivered', Math.ceil(messages / 100), Math.ceil(messages / 10));
  await database.run('vacuum analyze');
}

async function insertDeliveries(
  database: Database,
  sends: readonly Send[],
  status: 'failed' | 'delivered',
  count: number,
  from: number,
): Promise<void> {
  await database.run(
    `with old as (
       select i, ${oldId('dlv')} as delivery_id, ${oldId('msg')} as message_id, ($1::text[])[1 + i % $2::int] as agent_id,
              'cnv_00' || lpad((i % greatest(1, $4::int / 10))::text, 24, '0') as conversation_id
       from generate_series($3::int, $3::int + $4::int - 1) i
     ), stored as (
       insert into deliveries (delivery_id, agent_id, conversation_id, message_id, user_id, human_origin, hop, event, body, created_at)
       select delivery_id, agent_id, conversation_id, message_id, 'usr_old', true, 0, 'message.created', ${envelope}, now()
       from old order by i
     )
     insert into delivery_queue (delivery_id, agent_id, conversation_id, attempt_count, next_attempt_at, dispatched_at)
     select delivery_id, agent_id, conversation_id, 1, now() + interval '6 hours' + random() * interval '6 hours', now()
     from old where $5::boolean order by i`,
    [agentsOf(sends), sends.length, from, count, status === 'failed'],
  );
  await database.run(
    `insert into delivery_attempts (delivery_id, attempt, fence, dispatched_at, started_at, duration_ms, outcome, status_code)
     select ${oldId('dlv')}, 1, 1, now(), now(), 3, $3, 200 from generate_series($1::int, $1::int + $2::int - 1) i`,
    [from, count, status === 'failed' ? 'http_error' : 'delivered'],
  );
}

function agentsOf(sends: readonly Send[]): string[] {
  return sends.map(({ agent }) => agent?.agentId ?? '');
}
