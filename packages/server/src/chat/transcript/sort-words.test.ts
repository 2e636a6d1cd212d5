import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openConversation, say } from '../../testing/contract/conversation.ts';
import { signUp } from '../../testing/contract/person.ts';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { startSortingWords } from './sort-words.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Returns the number of pages in the pending list, and flushes them. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ pages: string }>`
    select gin_clean_pending_list('message_words_words') as pages`.execute(server.app.storage.db);
  return Number(rows[0]!.pages);
}

it('sorts the words of messages in behind them, so many at a time', async () => {
  const ada = await signUp(server);
  const conversation = await openConversation(ada, null, [await signUp(server)]);
  const sayAll = (texts: readonly string[]) => Promise.all(texts.map((text) => say(ada, conversation, text)));
  await waiting();

  const sorter = startSortingWords(server.app, 3);
  await sayAll(['one', 'two']);
  expect(await waiting()).toBeGreaterThan(0);
  await sayAll(['three']);
  await sorter.stop();
  expect(await waiting()).toBe(0);

  await sayAll(['four', 'five', 'six']);
  expect(await waiting()).toBeGreaterThan(0);
});
