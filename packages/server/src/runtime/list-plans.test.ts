import type { AgentId, ConversationId, TaskId, UserId } from '@parley/protocol';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAccessRequests } from '../accounts/agents/access-request-queries.ts';
import { findCredentialsOfAgent } from '../accounts/agents/credential-queries.ts';
import { findAgentsOfOwner } from '../accounts/agents/queries.ts';
import { listApprovals } from '../chat/approvals/queries.ts';
import { listArchivedConversations, listOwnConversations } from '../chat/conversations/list-queries.ts';
import { listScopeGrants } from '../accounts/permissions/scope-grant-queries.ts';
import { listNotifications } from '../chat/notifications/queries.ts';
import type { Db } from '../platform/storage/storage.ts';
import { findHistory, listOwnTasks } from '../actions/tasks/queries.ts';
import { findSchedules } from '../actions/tasks/schedules/queries.ts';
import { migratedDatabases, type SharedDatabase } from '../testing/durability/migrated-databases.ts';
import { explainEach } from '../testing/explain.ts';
import { findEntries } from '../actions/tools/coins/queries.ts';
import { listBlocked } from '../accounts/users/block-queries.ts';
import { listSessions } from '../accounts/users/session-queries.ts';
import { listTokens } from '../accounts/users/token-queries.ts';

const count = 5_000;
const limit = 20;
const userId = 'user1' as UserId;
const agentId = 'agent1' as AgentId;
const conversationId = 'room1' as ConversationId;
const taskId = 'task1' as TaskId;
const middle = { at: new Date(Date.UTC(2026, 0, 1) + 2_500_000).toISOString(), id: '02500' };
/** A conversation is active every ten minutes. */
const conversationMiddle = new Date(Date.parse(middle.at) - (count / 2) * 600_000).toISOString();

/** Each list, read from the middle. */
const lists: [string, (db: Db) => Promise<unknown>][] = [
  ['sessions', (db) => listSessions(db, { userId, now: new Date(0), below: [middle.at, `ses${middle.id}`], limit })],
  ['tokens', (db) => listTokens(db, { userId, now: new Date(0), below: `tok${middle.id}`, limit })],
  ['blocked people', (db) => listBlocked(db, { userId, below: [middle.at, `user${middle.id}`], limit })],
  ['agents', (db) => findAgentsOfOwner(db, { ownerUserId: userId, below: `agent${middle.id}`, limit })],
  ['credentials', (db) => findCredentialsOfAgent(db, { agentId, below: `cred${middle.id}`, limit })],
  ['access requests', (db) => listAccessRequests(db, { agentId, below: [middle.at, `user${middle.id}`], limit })],
  ['grants', (db) => listScopeGrants(db, { userId, below: [middle.at, `agent${middle.id}`, 'scope.one'], limit })],
  ['notifications', (db) => listNotifications(db, { userId, below: `ntf${middle.id}`, limit })],
  ['approvals', (db) => listApprovals(db, { userId, state: null, below: `apr${middle.id}`, limit })],
  ['pending approvals', (db) => listApprovals(db, { userId, state: 'pending', below: null, limit })],
  ['wallet entries', (db) => findEntries(db, { userId, below: count / 2, limit })],
  ['history', (db) => findHistory(db, { taskId, after: count / 2, limit })],
  ['schedules', (db) => findSchedules(db, conversationId, agentId)],
  ['rooms', (db) => listOwnConversations(db, { userId, below: null, limit })],
  [
    'rooms from the middle on',
    (db) =>
      listOwnConversations(db, {
        userId,
        below: { at: conversationMiddle, id: `room${middle.id}`, isPinned: false },
        limit,
      }),
  ],
  ['archived rooms', (db) => listArchivedConversations(db, { userId, below: null, limit })],
  ['tasks of a room', (db) => listOwnTasks(db, { userId, conversationId, status: null, below: null, limit })],
];

describe.each(migratedDatabases)('a page of a long list in $name', ({ skip, open }) => {
  if (skip) return it.skip('cannot be reached', () => undefined);
  let database: SharedDatabase;
  beforeAll(async () => {
    database = await open();
    const { db } = database.nodes[0];
    for (const row of rows) await row.execute(db);
    await sql`vacuum analyze`.execute(db);
    // Without sequential scans: for a table of a few rows a scan is the right plan, which would prove nothing about a
    // large one.
    await sql`set enable_seqscan = off`.execute(db);
  });
  afterAll(() => database.close());

  it.each(lists)('of %s reads that page and no more', async (_name, list) => {
    for (const { pages, steps } of await explainEach(database.nodes[0], list)) {
      expect(pages).toBeLessThan(20 * limit);
      expect(steps.filter((step) => step.startsWith('Seq Scan'))).toEqual([]);
    }
  });
});

const all = sql`generate_series(1, ${sql.lit(count)}) n`;
const id = (kind: string) => sql`${sql.lit(kind)} || lpad(n::text, 5, '0')`;
const at = sql`'2026-01-01Z'::timestamptz + n * interval '1 second'`;
/** Very many rows of each kind for one person or agent, a few of them different, and equally many for others. */
const rows = [
  sql`insert into users (user_id, handle, display_name, password_hash, locale, timezone, created_at)
      select u, u, 'User', '', 'en', 'UTC', now() from (select 'user1' u union all select ${id('user')} from ${all}) x`,
  sql`insert into sessions (token_hash, session_id, user_id, created_at, expires_at)
      select sha256(n::text::bytea), ${id('ses')}, 'user1', ${at}, now() + interval '1 day' from ${all}`,
  sql`insert into access_tokens (token_id, user_id, name, token_hash, created_at)
      select ${id('tok')}, 'user1', '', sha256(n::text::bytea), now() from ${all}`,
  sql`insert into blocked_people (user_id, blocked_user_id, blocked_at) select 'user1', ${id('user')}, ${at} from ${all}`,
  sql`insert into agents (agent_id, owner_user_id, handle, name, description, transport, access, requested_scopes,
                          suggested_prompts, status, created_at)
      select a, 'user1', a, 'Agent', '', 'relay', 'private', '[]', '{}', 'live', now()
      from (select 'agent1' a union all select ${id('agent')} from ${all}) x`,
  sql`insert into credentials (credential_id, agent_id, sealed_secret, key_id, created_at)
      select ${id('cred')}, 'agent1', '', 'key', now() from ${all}`,
  sql`insert into access_requests (agent_id, user_id, state, created_at)
      select 'agent1', ${id('user')}, 'pending', ${at} from ${all}`,
  sql`insert into memberships (user_id, agent_id) select 'user1', ${id('agent')} from ${all}`,
  sql`insert into scope_grants (user_id, agent_id, scope, granted_at)
      select 'user1', ${id('agent')}, 'scope.one', ${at} from ${all}`,
  sql`insert into notifications (notification_id, user_id, type, created_at)
      select ${id('ntf')}, 'user1', 'message', now() from ${all}`,
  sql`insert into approvals (approval_id, invocation_id, agent_id, conversation_id, user_id, message_id, human_origin, hop,
                             requested_scope, action, kind, arguments, arguments_sha256, state, created_at, expires_at)
      select ${id('apr')}, ${id('inv')}, 'agent1', 'room1', 'user1', 'msg', true, 0, 'scope', '', 'tool_invocation', '{}', '',
             case when n < 40 then 'pending' else 'denied' end, now(), now()
      from ${all}`,
  sql`insert into coin_entries (transfer_id, user_id, amount, balance_after, reason, created_at)
      select ${id('trf')}, 'user1', 1, 1, 'test', now() from ${all}`,
  // Each has unread messages, and one in ten has a silent one among them.
  sql`insert into conversations (conversation_id, kind, creator_user_id, last_seq, last_activity_at, created_at)
      select c, 'direct', 'user1', 3, a, now()
      from (select 'room1' c, now() a union all select ${id('room')}, ${at} - (5000 - n) * interval '10 minutes' from ${all}) x`,
  sql`insert into silent_messages (conversation_id, seq, owner_user_id, nth, nth_of_owner)
      select ${id('room')}, 2, 'user2', 1, 1 from ${all} where n % 10 = 0`,
  sql`insert into conversation_people (conversation_id, user_id, joined_at)
      select conversation_id, 'user1', now() from conversations`,
  // Ten pinned rooms and 25 archived ones: a page reads all that its person pinned or archived.
  sql`insert into room_attention (conversation_id, user_id, pinned, archived_seq)
      select ${id('room')}, 'user1', n % 500 = 0, case when n % 500 <> 0 then 3 end
      from ${all} where n % 500 = 0 or n % 200 = 1`,
  sql`insert into tasks (task_id, conversation_id, agent_id, creator_user_id, message_id, title, instructions, status,
                         created_at, updated_at)
      select t, room, 'agent1', 'user1', 'msg', '', '', 'created', now(), now()
      from (select 'task1' t, 'room1' room union all select ${id('task')}, ${id('room')} from ${all}) x`,
  sql`insert into task_history (task_id, status, at, by) select 'task1', 'in_progress', now(), 'agent' from ${all}`,
  sql`insert into task_history (task_id, status, at, by) select ${id('task')}, 'in_progress', now(), 'agent' from ${all}`,
  sql`insert into schedules (schedule_id, conversation_id, agent_id, creator_user_id, cron, timezone, text, next_at, created_at)
      select ${id('sch')}, ${id('room')}, 'agent1', 'user1', '', 'UTC', '', now(), now() from ${all}`,
];
