import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migratedDatabases, type SharedDatabase } from '../../../testing/durability/migrated-databases.ts';
import { explain } from '../../../testing/explain.ts';
import { claimDue } from './claim-queries.ts';

describe.each(migratedDatabases)('claiming in $name', ({ skip, open }) => {
  if (skip) return it.skip('cannot be reached', () => undefined);
  let database: SharedDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  const db = () => database.nodes[0].db;

  it('reads no more pages with many finished and future rows than with none', async () => {
    await insert('due', 200, sql`now() - interval '1 minute'`);
    const alone = await pagesOfClaim();
    await insert('future', 20_000, sql`now() + interval '1 day'`);
    await insert('over', 20_000, null);
    const amongMany = await pagesOfClaim();
    expect(alone).toBeGreaterThan(0);
    // The index trees may grow by a level or two.
    expect(amongMany).toBeLessThan(2 * alone + 100);
  });

  /** Ended deliveries were queued before: their rows are deleted from the queue and not yet vacuumed. */
  async function insert(name: string, count: number, dueAt: ReturnType<typeof sql> | null): Promise<void> {
    await sql`
      with stored as (
        insert into deliveries (delivery_id, agent_id, conversation_id, event, user_id, human_origin, hop, body, created_at)
        select ${name} || n, 'agent' || n % 50, 'room' || ${name} || n % 500, 'message.created', 'user', true, 0, 'body'::bytea,
               now()
        from generate_series(1, ${count}) n
        returning *
      )
      insert into delivery_queue (delivery_id, agent_id, conversation_id, next_attempt_at)
      select delivery_id, agent_id, conversation_id, ${dueAt ?? sql`now() - interval '1 minute'`} from stored`.execute(
      db(),
    );
    await sql`vacuum analyze deliveries, delivery_queue`.execute(db());
    if (dueAt === null) await sql`delete from delivery_queue where delivery_id like ${`${name}%`}`.execute(db());
  }

  async function pagesOfClaim(): Promise<number> {
    const { rows, pages } = await explain(database.nodes[0], (tx) => claimDue(tx, 'node', new Date(), 100));
    expect(rows).toBe(100);
    return pages;
  }
});
