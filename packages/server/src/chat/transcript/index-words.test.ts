import { sql } from 'kysely';
import type { ConversationId } from '@parley/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConversation, say } from '../../testing/contract/conversation.ts';
import { eventually } from '../../testing/contract/eventually.ts';
import { personWith, signUp, type Person } from '../../testing/contract/person.ts';
import type { Server } from '../../testing/contract/server.ts';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { canShare, openTwoServers, type TwoServers } from '../../testing/durability/two-servers.ts';
import { fakeClock } from '../../testing/fake-clock.ts';
import { queuedBehind } from '../../testing/queued-behind.ts';
import type { Db } from '../../platform/storage/storage.ts';
import { eraseMessages } from './erase-queries.ts';
import { indexNewest } from './word-queries.ts';

async function countIndexed(db: Db, conversation: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from message_words where conversation_id = ${conversation}`.execute(db);
  return rows[0]?.count ?? 0;
}

async function found(person: Person, q: string): Promise<string[]> {
  const { body } = await person.get(`/v1/search/messages?q=${q}`);
  return body.items.map(({ snippet }: { snippet: string }) => snippet);
}

async function opened(server: Server): Promise<{ readonly ada: Person; readonly conversation: ConversationId }> {
  const ada = await signUp(server);
  return { ada, conversation: (await openConversation(ada, null, [await signUp(server)])) as ConversationId };
}

describe('the words of new messages', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it('are added to the index in the background, after the answer', async () => {
    const { db } = server.app.storage;
    const { ada, conversation } = await opened(server);
    for (const text of ['one', 'two']) await say(ada, conversation, text);
    expect(await countIndexed(db, conversation)).toBe(0);
    await eventually(server, 'the words', async () => (await countIndexed(db, conversation)) === 2);

    await say(ada, conversation, 'three');
    await eventually(server, 'the words of a later message', async () => (await countIndexed(db, conversation)) === 3);
  });

  it('are found before that, and after', async () => {
    const { ada, conversation } = await opened(server);
    for (const text of ['early bird', 'early worm']) await say(ada, conversation, text);
    expect(await found(ada, 'early')).toEqual(['early worm', 'early bird']);
    await say(ada, conversation, 'early again');
    expect(await found(ada, `early&conversationId=${conversation}`)).toEqual([
      'early again',
      'early worm',
      'early bird',
    ]);
  });

  it('are found in part in a room of thousands that were never indexed', async () => {
    const { ada, conversation } = await opened(server);
    await sql`
      insert into messages (message_id, conversation_id, seq, author_type, author_id, body, blocks, proactive, created_at)
      select 'msg_00000000000000000000' || n, ${conversation}, n, 'user', ${ada.userId}, 'word number' || n, '[]', false,
             now() + n * interval '1 ms'
      from generate_series(10001, 12100) n`.execute(server.app.storage.db);
    await sql`update conversations set last_seq = 12100, last_message_at = now() where conversation_id = ${conversation}`.execute(
      server.app.storage.db,
    );
    expect(await found(ada, 'number11999')).toEqual(['word number11999']);
    expect(await found(ada, 'number12100')).toEqual(['word number12100']);
  });
});

describe.skipIf(!canShare)('the words of new messages, with two servers', () => {
  const clock = fakeClock();
  let servers: TwoServers;
  beforeAll(async () => {
    servers = await openTwoServers(clock);
  });
  afterAll(() => servers.close());

  it('are found at the other server at once', async () => {
    const { ada, conversation } = await opened(servers.at(0));
    await say(ada, conversation, 'written here');
    const there = personWith(servers.at(1), ada.cookie, ada);
    expect(await found(there, 'written')).toEqual(['written here']);
  });

  it('are not added after their message was erased', async () => {
    const [storage, other] = servers.database.nodes;
    const { ada, conversation } = await opened(servers.at(0));
    await say(ada, conversation, 'to be erased');
    const index = () => indexNewest(other, [conversation]);
    await queuedBehind(storage, (tx) => eraseMessages(tx, conversation, 10, () => sql`others as (select 1)`), [index]);
    expect(await countIndexed(storage.db, conversation)).toBe(0);
  });
});
