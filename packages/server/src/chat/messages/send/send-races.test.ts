import { sql } from 'kysely';
import type { ConversationId } from '@parley/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockConversations } from '../../conversations/queries.ts';
import { openPostgres } from '../../../platform/storage/open-postgres.ts';
import type { Tx } from '../../../platform/storage/storage.ts';
import { startServerOn, type TestServer } from '../../../testing/app.ts';
import { registerAgent } from '../../../testing/contract/agent.ts';
import { deliver, listed, openConversation } from '../../../testing/contract/conversation.ts';
import { personWith, signUp, type Person } from '../../../testing/contract/person.ts';
import { openOnServer } from '../../../testing/database.ts';
import { postgres, testServerUrl } from '../../../testing/databases-under-test.ts';
import { queuedBehind } from '../../../testing/queued-behind.ts';

/** Servers of one database share one key. */
const shared = { PARLEY_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') };

describe.skipIf(testServerUrl === undefined)(`messages at the moment of something else, on ${postgres.name}`, () => {
  let storage: Awaited<ReturnType<typeof openOnServer>>;
  let server: TestServer;
  let ada: Person;
  let ben: Person;
  beforeAll(async () => {
    storage = await openOnServer(testServerUrl ?? '', 8);
    server = await startServerOn(storage, shared);
    ada = await signUp(server);
    ben = await signUp(server);
  });
  afterAll(() => server.stop());

  it.each([
    ['has in its cache', true],
    ['does not have in its cache', false],
  ])(
    'are read by who wrote them and marks as read meanwhile, in a conversation that the server %s',
    async (_what, isCached) => {
      const conversation = await openConversation(ada, null, [ben]);
      const say = () => ada.post(`/v1/conversations/${conversation}/messages`, { text: 'Hello.' });
      await say();
      if (!isCached) server.app.conversationCache.forget(conversation as ConversationId);
      const [second] = await queuedBehind(
        server.app.storage,
        (tx) => sql`update conversation_people set read_seq = read_seq where user_id = ${ada.userId}`.execute(tx),
        [say],
      );
      expect(second).toMatchObject({ status: 201, body: { seq: 2 } });
      expect(await listed(ada, conversation)).toMatchObject({ readSeq: 2, unreadCount: 0 });
    },
  );

  it('choose once of a block, on two servers at once', async () => {
    const agent = await registerAgent(server, ada);
    const conversation = await openConversation(ada, agent);
    const offer = { type: 'buttons', buttons: [{ label: 'Yes', payload: 'yes' }] };
    const { message_id: messageId } = (await agent.reply(await deliver(ada, conversation, 'May I?'), [offer])).body;
    const twin = await startServerOn(await openPostgres({ databaseUrl: storage.url, poolSize: 4 }), shared);
    const choose = (at: TestServer) => () =>
      personWith(at, ada.cookie, ada).post(`/v1/conversations/${conversation}/messages`, {
        text: 'yes',
        choice: { messageId, block: 0, payload: 'yes' },
      });
    const lock = (tx: Tx) => lockConversations(tx, [conversation as ConversationId]);
    const answers = await queuedBehind(server.app.storage, lock, [choose(server), choose(twin)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 409]);
    await twin.stop();
  });
});
