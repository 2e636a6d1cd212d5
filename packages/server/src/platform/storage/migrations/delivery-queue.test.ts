import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { embedded, postgres } from '../../../testing/databases-under-test.ts';
import { migrate } from '../migrate.ts';
import type { Storage } from '../storage.ts';
import { migrations } from './index.ts';

const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0050'));
const at = new Date(Date.UTC(2026, 10, 21, 8));
const dueAt = new Date(Date.UTC(2026, 10, 21, 9));

/** Deliveries in the former single table: one being sent, one waiting for its retry, and three that have ended. */
const rows = [
  { id: 'sending', status: 'pending', attempts: 0, due: dueAt, owner: 'a', fence: 1, outcome: null, sent: null },
  { id: 'failed', status: 'failed', attempts: 2, due: dueAt, owner: null, fence: 2, outcome: 'timeout', sent: at },
  {
    id: 'delivered',
    status: 'delivered',
    attempts: 1,
    due: null,
    owner: null,
    fence: 1,
    outcome: 'delivered',
    sent: at,
  },
  { id: 'dead', status: 'failed', attempts: 5, due: null, owner: null, fence: 6, outcome: 'http_error', sent: at },
  { id: 'unsent', status: 'failed', attempts: 0, due: null, owner: null, fence: 1, outcome: 'room_ended', sent: null },
];

describe.each([embedded, postgres])(
  'deliveries that come from one table into a log and a queue, $name',
  ({ open, skip }) => {
    if (skip) return void it.skip('is not reachable', () => undefined);
    let storage: Storage;
    beforeEach(async () => {
      storage = await open();
    });
    afterEach(() => storage.close());

    it('stand as they stood before', async () => {
      const { db } = storage;
      await migrate(storage, before);
      for (const { id, status, attempts, due, owner, fence, outcome, sent } of rows) {
        await sql`
        insert into deliveries (delivery_id, agent_id, conversation_id, user_id, human_origin, hop, event, body, status,
                                attempt_count, last_outcome, next_attempt_at, lease_owner, fence, dispatched_at, created_at)
        values (${id}, 'agent', 'room', 'user', true, 0, 'message.created', ${Buffer.from('{}')}, ${status}, ${attempts}::int,
                ${outcome}, ${due}::timestamptz, ${owner}, ${fence}::int, ${sent}::timestamptz, ${at})`.execute(db);
        await sql`
        insert into delivery_attempts (delivery_id, attempt, started_at, duration_ms, outcome)
        select ${id}, n, ${at}, 1, ${outcome} from generate_series(1, ${attempts}::int) n`.execute(db);
      }
      expect(await migrate(storage)).toEqual(Object.keys(migrations).filter((name) => name >= '0050'));
      const { rows: standings } = await sql`
      select delivery_id as id, status, attempt_count as attempts, next_attempt_at as due, lease_owner as owner, fence,
             last_outcome as outcome, dispatched_at as sent
      from delivery_standings`.execute(db);
      const byId = new Map(standings.map((row) => [(row as { id: string }).id, row]));
      for (const row of rows) expect(byId.get(row.id)).toEqual(row);
      const { rows: queued } = await sql`select delivery_id as id from delivery_queue order by position`.execute(db);
      expect(queued).toEqual([{ id: 'sending' }, { id: 'failed' }]);
    });
  },
);
