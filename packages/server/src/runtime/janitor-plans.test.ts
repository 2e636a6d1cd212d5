import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteOldSignatures } from '../accounts/agents/credential-queries.ts';
import { eraseOldBodies } from '../engine/deliveries/erase-queries.ts';
import { deleteOldKeys } from '../platform/idempotency/queries.ts';
import { deleteOldDrafts } from '../chat/messages/drafts/draft-queries.ts';
import { deleteOldNotifications } from '../chat/notifications/queries.ts';
import type { Db, Storage } from '../platform/storage/storage.ts';
import { openOnServer } from '../testing/database.ts';
import { postgres, testServerUrl } from '../testing/databases-under-test.ts';
import { migratedDatabases, type SharedDatabase } from '../testing/durability/migrated-databases.ts';
import { explain, explainKept } from '../testing/explain.ts';
import { deleteEndedSessions } from '../accounts/users/session-queries.ts';
import { deleteEndedTokens } from '../accounts/users/token-queries.ts';

type Sweep = [string, (db: Db, now: Date, limit: number) => Promise<unknown>];
const deletions: Sweep[] = [
  ['idempotency keys', deleteOldKeys],
  ['sessions', deleteEndedSessions],
  ['tokens', deleteEndedTokens],
  ['signatures', deleteOldSignatures],
  ['drafts', deleteOldDrafts],
  ['notifications', deleteOldNotifications],
];
const sweeps: Sweep[] = [...deletions, ['delivery bodies', eraseOldBodies]];

describe.each(migratedDatabases)('looking for what is old in $name', ({ skip, open }) => {
  if (skip) return it.skip('cannot be reached', () => undefined);
  let database: SharedDatabase;
  beforeAll(async () => {
    database = await open();
    // The tables are not analyzed before the sweep, as if autovacuum were late.
    for (const young of rows(20_000)) await young.execute(database.nodes[0].db);
  });
  afterAll(() => database.close());

  it.each(sweeps)('reads none of the %s that are young, however many', async (_name, sweep) => {
    const anHourAgo = new Date(Date.now() - 3_600_000);
    const { pages } = await explain(database.nodes[0], (db) => sweep(db, anHourAgo, 500));
    // Only an index lookup.
    expect(pages).toBeLessThan(20);
  });
});

// The embedded database scans small tables completely, and keeps that plan.
describe.skipIf(testServerUrl === undefined)(`a batch of what is old, on ${postgres.name}`, () => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await openOnServer(testServerUrl ?? '', 1);
  });
  afterAll(() => storage.close());

  const tables = sql`users, idempotency_keys, agent_signatures, drafts, notifications, deliveries`;

  it.each(deletions)(
    'leaves the %s of the next alone, though it was planned when there were none',
    async (_name, sweep) => {
      const inTwoDays = new Date(Date.now() + 2 * 86_400_000);
      const { pages } = await explainKept(storage, (db) => sweep(db, inTwoDays, 5), {
        planned: (tx) => sql`truncate ${tables} cascade`.execute(tx),
        grown: async (tx) => {
          for (const old of rows(10_000)) await old.execute(tx);
        },
      });
      // Two index lookups for each of five.
      expect(pages).toBeLessThan(50);
    },
  );
});

/** Rows that are kept longer, equally many of each kind. */
const rows = (count: number) => [
  sql`insert into idempotency_keys (digest, body_sha256, status, response, created_at)
      select gen_random_uuid(), 'body', 201, 'answer', now() from generate_series(1, ${count}) n`,
  sql`insert into users (user_id, handle, display_name, password_hash, locale, timezone, created_at)
      values ('user', 'user', 'User', '', 'en', 'UTC', now())`,
  sql`insert into sessions (token_hash, user_id, created_at, expires_at)
      select sha256(n::text::bytea), 'user', now(), now() + interval '1 day' from generate_series(1, ${count}) n`,
  sql`insert into access_tokens (token_id, user_id, name, token_hash, created_at, expires_at)
      select 'tok_' || n, 'user', '', sha256(n::text::bytea), now(), now() + interval '1 day' from generate_series(1, ${count}) n`,
  sql`insert into agent_signatures (credential_id, mac, route, expires_at)
      select 'credential', sha256(n::text::bytea), 'reply', now() + interval '1 day' from generate_series(1, ${count}) n`,
  sql`insert into drafts (delivery_id, message_id, conversation_id, agent_id, blocks, created_at, updated_at)
      select 'dlv_' || n, 'message', 'room', 'agent', '[]', now(), now() from generate_series(1, ${count}) n`,
  sql`insert into notifications (notification_id, user_id, type, created_at)
      select 'ntf_' || n, 'user', 'message', now() from generate_series(1, ${count}) n`,
  sql`insert into deliveries (delivery_id, agent_id, conversation_id, event, user_id, human_origin, hop, body, created_at)
      select 'dlv_7' || lpad(n::text, 25, '0'), 'agent', 'room', 'message.created', 'user', true, 0, 'body'::bytea, now()
      from generate_series(1, ${count}) n`,
];
