import type { ConversationId } from '@parley/protocol';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isKept } from './retention-jobs.ts';
import { eraseDeniedRequests, lockDeletedAgent, noteDeletedAgents } from '../accounts/agents/erase-queries.ts';
import { eraseApprovalsOfConversation, eraseOverApprovals } from '../chat/approvals/erase-queries.ts';
import { eraseMentions } from '../accounts/assets/erase-queries.ts';
import { lockDeletedConversation } from '../chat/conversations/erase-queries.ts';
import { eraseOldDeliveries } from '../engine/deliveries/erase-queries.ts';
import { answersErased } from '../chat/forms/form-answer-queries.ts';
import { eraseMessages } from '../chat/transcript/erase-queries.ts';
import type { Db, Tx } from '../platform/storage/storage.ts';
import { eraseOverTasks, eraseTasksOfConversation } from '../actions/tasks/erase-queries.ts';
import { migratedDatabases, type SharedDatabase } from '../testing/durability/migrated-databases.ts';
import { explainEach } from '../testing/explain.ts';
import { eraseInvocationsOfConversation, eraseOverInvocations } from '../actions/tools/erase-queries.ts';

const count = 5_000;
const limit = 20;
const anHourAgo = new Date(Date.now() - 3_600_000);
const inAnHour = new Date(Date.now() + 3_600_000);
const conversation = 'room7' as ConversationId;

const byAge: [string, (db: Db, before: Date) => Promise<unknown>][] = [
  ['deleted rooms', (db, before) => lockDeletedConversation(db as unknown as Tx, before, isKept)],
  ['deleted agents', (db, before) => lockDeletedAgent(db as unknown as Tx, before)],
  ['agents whose deletion was noted', (db, before) => noteDeletedAgents(db, before, limit)],
  ['tasks', (db, before) => eraseOverTasks(db, before, limit)],
  ['invocations', (db, before) => eraseOverInvocations(db, before, limit)],
  ['approvals', (db, before) => eraseOverApprovals(db, before, limit)],
  ['denied requests', (db, before) => eraseDeniedRequests(db, before, limit)],
  ['deliveries', (db, before) => eraseOldDeliveries(db, before, limit)],
];
const byConversation: [string, (tx: Tx, of: ConversationId, limit: number) => Promise<unknown>][] = [
  ['messages', (tx, conversation, limit) => eraseMessages(tx, conversation, limit, answersErased)],
  ['approvals', eraseApprovalsOfConversation],
  ['invocations', eraseInvocationsOfConversation],
  ['tasks', eraseTasksOfConversation],
  ['names of assets', eraseMentions],
];

describe.each(migratedDatabases)('looking for what has been kept long enough in $name', ({ skip, open }) => {
  if (skip) return it.skip('cannot be reached', () => undefined);
  let database: SharedDatabase;
  beforeAll(async () => {
    database = await open();
    const { db } = database.nodes[0];
    for (const young of rows) await young.execute(db);
    await sql`analyze`.execute(db);
    // Without sequential scans: for a table of a few rows a scan is the right plan, which would prove nothing about a
    // large one.
    await sql`set enable_seqscan = off`.execute(db);
  });
  afterAll(() => database.close());

  it.each(byAge)('reads none of the %s that are young, however many', async (_name, erase) => {
    for (const { pages, steps } of await explainEach(database.nodes[0], (db) => erase(db, anHourAgo))) {
      expect(pages).toBeLessThan(30);
      expect(steps.filter((step) => step.startsWith('Seq Scan'))).toEqual([]);
    }
  });

  it.each(byAge)('reads of %s that are old no more than a batch', async (_name, erase) => {
    for (const { steps } of await explainEach(database.nodes[0], (db) => erase(db, inAnHour))) {
      expect(steps.filter((step) => step.startsWith('Seq Scan'))).toEqual([]);
    }
  });

  it.each(byConversation)('reads of %s only those of the room', async (_name, erase) => {
    const explained = await explainEach(database.nodes[0], (db) => erase(db as unknown as Tx, conversation, limit));
    for (const { pages, steps } of explained) {
      expect(pages).toBeLessThan(60 * limit);
      expect(steps.filter((step) => step.startsWith('Seq Scan'))).toEqual([]);
    }
  });
});

const all = sql`generate_series(1, ${sql.lit(count)}) n`;
/** Rows that are kept longer, equally many of each kind, ten of them in one conversation. */
const rows = [
  sql`insert into users (user_id, handle, display_name, password_hash, locale, timezone, created_at)
      select 'user' || n, 'user' || n, 'User', '', 'en', 'UTC', now() from ${all}`,
  sql`insert into agents (agent_id, owner_user_id, handle, name, description, transport, access, requested_scopes,
                          suggested_prompts, status, deleted_at, created_at)
      select 'agent' || n, 'user1', 'agent' || n, 'Agent', '', 'relay', 'private', '[]', '{}', 'deleted', now(), now()
      from ${all}`,
  sql`insert into conversations (conversation_id, kind, creator_user_id, last_activity_at, created_at, deleted_at)
      select 'room' || n, 'direct', 'user1', now(), now(), now() from ${all}`,
  sql`insert into messages (message_id, conversation_id, seq, author_type, blocks, created_at)
      select 'msg' || n, 'room' || n / 10, n, 'platform', '[]', now() from ${all}`,
  sql`insert into form_answers (message_id, form_id, user_id, delivery_id, submitted_at)
      select 'msg' || n, 'form', 'user1', 'dlv' || n, now() from ${all}`,
  sql`insert into tasks (task_id, conversation_id, agent_id, creator_user_id, message_id, title, instructions, status,
                         created_at, updated_at)
      select 'task' || n, 'room' || n / 10 + 1, 'agent1', 'user1', 'msg', '', '', 'completed', now(), now() from ${all}`,
  sql`insert into task_history (task_id, status, at, by) select 'task' || n, 'completed', now(), 'user' from ${all}`,
  sql`insert into schedules (schedule_id, conversation_id, agent_id, creator_user_id, cron, timezone, text, next_at, created_at)
      select 'sch' || n, 'room' || n / 10 + 1, 'agent1', 'user1', '', 'UTC', '', now(), now() from ${all}`,
  sql`insert into invocations (invocation_id, agent_id, conversation_id, user_id, human_origin, hop, tool, requested_scope,
                               arguments, arguments_sha256, state, created_at, ended_at)
      select 'inv' || n, 'agent1', 'room' || n / 10, 'user1', true, 0, 'tool', 'scope', '{}', '', 'succeeded', now(), now()
      from ${all}`,
  sql`insert into approvals (approval_id, invocation_id, agent_id, conversation_id, user_id, message_id, human_origin, hop,
                             requested_scope, action, kind, arguments, arguments_sha256, state, created_at, expires_at,
                             resolved_at, collected_at)
      select 'apr' || n, 'inv' || n, 'agent1', 'room' || n / 10, 'user1', 'msg', true, 0, 'scope', '', 'tool_invocation', '{}',
             '', 'denied', now(), now(), now(), now()
      from ${all}`,
  sql`insert into access_requests (agent_id, user_id, state, created_at, resolved_at)
      select 'agent1', 'user' || n, 'denied', now(), now() from ${all}`,
  sql`insert into assets (asset_id, owner_id, mime, size_bytes, sha256, filename, ready, named, created_at)
      select 'ast' || n, 'user1', 'image/png', 1, '', '', true, true, now() from ${all}`,
  sql`insert into asset_mentions (asset_id, conversation_id) select 'ast' || n, 'room' || n / 10 from ${all}`,
  sql`insert into deliveries (delivery_id, agent_id, conversation_id, event, user_id, human_origin, hop, created_at)
      select 'dlv_' || n, 'agent1', 'room', 'message.created', 'user1', true, 0, now() from ${all}`,
  sql`update deliveries set delivery_id = 'dlv_Z' || delivery_id`,
  sql`insert into delivery_attempts (delivery_id, attempt, started_at, duration_ms, outcome)
      select 'dlv_Zdlv_' || n, 1, now(), 1, 'timeout' from ${all}`,
];
