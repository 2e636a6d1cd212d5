import { sql } from 'kysely';
import type { ConversationId } from '@parley/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServerOn, type TestServer } from '../../testing/app.ts';
import { listed, openConversation } from '../../testing/contract/conversation.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { openOnServer } from '../../testing/database.ts';
import { postgres, testServerUrl } from '../../testing/databases-under-test.ts';
import { queuedBehind } from '../../testing/queued-behind.ts';

describe.skipIf(testServerUrl === undefined)(`messages at the moment of something else, on ${postgres.name}`, () => {
  let server: TestServer;
  let ada: Person;
  let ben: Person;
  beforeAll(async () => {
    server = await startServerOn(await openOnServer(testServerUrl ?? '', 8));
    ada = await signUp(server);
    ben = await signUp(server);
  });
  afterAll(() => server.stop());

  it.each([
    ['believes to know', true],
    ['does not know', false],
  ])('are read by who wrote them and marks as read meanwhile, in a room that the server %s', async (_what, isKnown) => {
    const conversation = await openConversation(ada, null, [ben]);
    const say = () => ada.post(`/v1/conversations/${conversation}/messages`, { text: 'Hello.' });
    await say();
    if (!isKnown) server.app.beliefs.forget(conversation as ConversationId);
    const [second] = await queuedBehind(
      server.app.storage,
      (tx) => sql`update conversation_people set read_seq = read_seq where user_id = ${ada.userId}`.execute(tx),
      [say],
    );
    expect(second).toMatchObject({ status: 201, body: { seq: 2 } });
    expect(await listed(ada, conversation)).toMatchObject({ readSeq: 2, unreadCount: 0 });
  });
});
