import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, type Json } from '../testing/contract/http.ts';
import { messagesOf, say } from '../testing/contract/conversation.ts';
import { personWith, type Person } from '../testing/contract/person.ts';
import { startTestServer, type TestServer } from '../testing/app.ts';

let server: TestServer;
let demo: Person;
beforeAll(async () => {
  server = await startTestServer({ PARLEY_DEMO: '1' });
  const cookie = (await call(server.demoUrl!)).headers.getSetCookie()[0]!.split(';')[0]!;
  demo = personWith(server, cookie, (await call(`${server.baseUrl}/v1/session`, { headers: { cookie } })).body.item);
});
afterAll(() => server.stop());

it.each([
  ['image', 'image/png', 'inline'],
  ['audio', 'audio/wav', 'inline'],
  ['file', 'application/octet-stream', 'attachment'],
])('shows the demo’s person a real %s', async (type, mime, disposition) => {
  const conversation = (await demo.get('/v1/conversations')).body.items[0].conversationId;
  const { seq } = await say(demo, conversation, type);
  const answer = async (): Promise<Json> =>
    // The greeting of the first minute may come after the question.
    (await messagesOf(demo, conversation, `?after=${seq}`)).find(
      ({ author, blocks }: Json) => author.type === 'agent' && blocks.at(-1).type === type,
    );
  await expect.poll(async () => (await answer()) !== undefined).toBe(true);
  const { status, headers } = await demo.get(`/v1/assets/${(await answer()).blocks.at(-1).asset_id}`);
  expect([status, headers.get('content-type')]).toEqual([200, mime]);
  expect(headers.get('content-disposition')).toMatch(new RegExp(`^${disposition};`));
});
