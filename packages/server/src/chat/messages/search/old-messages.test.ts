import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/app.ts';
import { signUp, type Person } from '../../../testing/contract/person.ts';
import { openConversation, say } from '../../../testing/contract/conversation.ts';
import { indexOld } from '../../transcript/word-queries.ts';

let server: TestServer;
let ada: Person;

beforeAll(async () => {
  server = await startTestServer();
  ada = await signUp(server);
});
afterAll(() => server.stop());

const db = () => server.app.storage.db;
const found = async (q: string): Promise<string[]> =>
  (await ada.get(`/v1/search/messages?q=${q}`)).body.items.map(({ snippet }: { snippet: string }) => snippet);
/**
 * Ids never go back in time. After a test with a later clock in the same process, new ids are later than this test's
 * clock.
 */
const longAfter = new Date('2100-01-01');

describe('§11 search: messages from before it', () => {
  it('are found once the background has come to them, a few at a time, and counted once', async () => {
    const conversation = await openConversation(ada, null, [await signUp(server)]);
    for (const text of ['old one', 'old two', 'old three']) await say(ada, conversation, text);
    const gone = await openConversation(ada, null, [await signUp(server)]);
    await say(ada, gone, 'old gone');
    await ada.del(`/v1/conversations/${gone}`);
    await sql`delete from message_words`.execute(db());
    expect(await indexOld(server.app.storage, new Date(server.clock.now()), 2)).toBe(0);
    expect(await indexOld(server.app.storage, longAfter, 2)).toBe(2);
    expect(await indexOld(server.app.storage, longAfter, 100)).toBe(2);
    expect(await indexOld(server.app.storage, longAfter, 100)).toBe(0);
    const { rows } = await sql<{ words: number }>`select count(*)::int as words from message_words`.execute(db());
    expect(rows).toEqual([{ words: 3 }]);
    expect(await found('old')).toEqual(['old three', 'old two', 'old one']);
  });

  it('leave what has its words as it is', async () => {
    const conversation = await openConversation(ada, null, [await signUp(server)]);
    await say(ada, conversation, 'fresh');
    await indexOld(server.app.storage, longAfter, 100);
    expect(await found('fresh')).toEqual(['fresh']);
  });
});
