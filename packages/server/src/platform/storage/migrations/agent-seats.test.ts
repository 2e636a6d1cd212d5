import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { embedded, postgres } from '../../../testing/databases-under-test.ts';
import { migrate } from '../migrate.ts';
import { migrations } from './index.ts';

const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0098'));

describe.each([embedded, postgres])('seats of agents from before they were noted, $name', ({ open, skip }) => {
  if (skip) return void it.skip('is not reachable', () => undefined);

  it('begin with the room, or with the newest line that says that somebody came; later ones are noted by the database', async () => {
    const storage = await open();
    onTestFinished(() => storage.close());
    const { db } = storage;
    await migrate(storage, before);
    await sql`
      insert into users (user_id, handle, display_name, password_hash, locale, timezone, created_at)
      values ('usr_1', 'ada', 'Ada', '', 'en', 'UTC', now())`.execute(db);
    await sql`
      insert into agents (agent_id, owner_user_id, handle, name, description, transport, access, requested_scopes,
                          suggested_prompts, status, created_at)
      select id, 'usr_1', id, 'Clerk', '', 'relay', 'private', '[]', '{}', 'live', now()
      from unnest(array['agt_1', 'agt_2']) as a (id)`.execute(db);
    await sql`
      insert into conversations (conversation_id, kind, creator_user_id, agent_id, last_seq, last_activity_at, created_at)
      values ('opened', 'direct', 'usr_1', 'agt_1', 3, now(), now()), ('joined', 'group', 'usr_1', 'agt_1', 3, now(), now()),
             ('empty', 'group', 'usr_1', null, 3, now(), now())`.execute(db);
    await sql`
      insert into messages (message_id, conversation_id, seq, author_type, author_id, body, blocks, created_at)
      values ('m1', 'opened', 3, 'user', 'usr_1', 'Nobody joined the conversation.', '[]', now()),
             ('m2', 'joined', 1, 'platform', null, 'Ada joined the conversation.', '[]', now()),
             ('m3', 'joined', 2, 'platform', null, 'Clerk joined the conversation.', '[]', now()),
             ('m4', 'joined', 3, 'user', 'usr_1', 'Welcome', '[]', now()),
             ('m5', 'empty', 3, 'platform', null, 'Clerk joined the conversation.', '[]', now())`.execute(db);
    await migrate(storage);
    const seats = async () =>
      (await sql`select conversation_id, after_seq from agent_seats order by conversation_id`.execute(db)).rows;
    expect(await seats()).toEqual([{ conversation_id: 'joined', after_seq: 1 }]);

    const seat = (agentId: string | null, conversationId: string) =>
      sql`update conversations set agent_id = ${agentId}, kind = 'group' where conversation_id = ${conversationId}`.execute(
        db,
      );
    await seat('agt_1', 'empty');
    await seat('agt_1', 'opened');
    await seat(null, 'joined');
    expect(await seats()).toEqual([
      { conversation_id: 'empty', after_seq: 3 },
      { conversation_id: 'joined', after_seq: 1 },
    ]);
    await seat('agt_2', 'joined');
    expect(await seats()).toContainEqual({ conversation_id: 'joined', after_seq: 3 });
  });
});
