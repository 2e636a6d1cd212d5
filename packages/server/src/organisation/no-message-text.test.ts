import { afterAll, beforeAll, expect, it } from 'vitest';
import { routes } from '@parley/protocol';
import { startTestServer, type TestServer } from '../testing/app.ts';
import { firstAdmin } from '../testing/contract/admin.ts';
import { registerAgent } from '../testing/contract/agent.ts';
import { callWith, newToken } from '../testing/contract/bearer.ts';
import { deliver, messagesOf, openConversation, say } from '../testing/contract/conversation.ts';
import { uploaded } from '../testing/contract/files.ts';
import { showForm } from '../testing/contract/form.ts';
import type { Answer } from '../testing/contract/http.ts';
import { signUp, type Person } from '../testing/contract/person.ts';

const marker = 'wolpertinger';

let server: TestServer;
let root: Person;
beforeAll(async () => {
  server = await startTestServer();
  root = await firstAdmin(server);
}, 120_000);
afterAll(() => server.stop());

/** People with an agent who have written the marker wherever they write. Returns paths to what they wrote, and ids. */
async function talk() {
  const [ada, ben] = [await signUp(server), await signUp(server)];
  const agent = await registerAgent(server, ada, { access: 'public' });
  const room = await openConversation(ada, agent, [ben]);
  const path = `/v1/conversations/${room}`;
  const { messageId } = await say(ada, room, `a ${marker} was seen`);
  await ada.patch(`${path}/messages/${messageId}`, { text: `a ${marker} was seen twice` });
  await say(ben, room, `is it a ${marker}?`);
  await agent.reply(await deliver(ada, room, `ask the ${marker}`), `I am the ${marker}`);
  await agent.reply(await deliver(ada, room, 'draft'), `a draft of a ${marker}`, { partial: true });
  const assetId = await uploaded(ada, Buffer.from(`bytes of a ${marker}`), `${marker}.txt`);
  await ada.post(`${path}/attachments`, { assetId });
  await (await showForm(agent, ada, room)).submit(ada, { values: { size: marker } });
  await ada.patch(path, { title: `The ${marker}` });
  await ada.post(`${path}/tasks`, { title: `Find the ${marker}`, instructions: `Look for a ${marker}` });
  await ada.post(`${path}/schedules`, { cron: '0 9 * * *', text: `Is the ${marker} there?` });
  const gone = await say(ben, room, `no ${marker}`);
  await ben.del(`${path}/messages/${gone.messageId}`);
  expect((await messagesOf(ada, room)).some((message) => JSON.stringify(message).includes(marker))).toBe(true);
  const own = [
    path,
    `${path}/messages`,
    `${path}/messages/${messageId}`,
    `${path}/messages/${messageId}/revisions`,
    `${path}/retention`,
    `/v1/assets/${assetId}`,
    `/v1/agents/${agent.agentId}/deliveries`,
  ];
  return { ada, ben, agent, room, messageId, own };
}

it('§15 no read of administrators shows what people wrote, but reports', { timeout: 120_000 }, async () => {
  const { ada, ben, agent, room, messageId, own } = await talk();
  expect((await root.put(`/v1/admin/holds/${room}`, { reason: 'Case 12' })).status).toBe(204);
  expect((await root.post(`/v1/admin/people/${ada.userId}/export`)).status).toBe(202);
  expect((await ben.post('/v1/reports', { messageId, reason: 'Not true' })).status).toBe(201);
  const reads = Object.values(routes).filter(({ method, path }) => method === 'GET' && path.startsWith('/v1/admin/'));
  expect(reads.length).toBeGreaterThan(12);
  const { token } = await newToken(root, { admin: true, expiresInDays: 1 });
  const shows: string[] = [];
  for (const { path } of reads) {
    const filled = path.replace('{userId}', ada.userId);
    expect(filled).not.toContain('{');
    for (const query of ['', `?q=${marker}`, `?q=${agent.handle}`, `?target=${room}`, `?actor=${ada.userId}`]) {
      for (const answer of [await root.get(filled + query), await callWith(server, token, 'GET', filled + query)]) {
        expect([filled + query, answer.status]).toEqual([filled + query, 200]);
        if (isShown(answer)) shows.push(path);
      }
    }
  }
  expect(new Set(shows)).toEqual(new Set(['/v1/admin/reports']));

  // Nor do the calls of everybody show it to an administrator who is not in the conversation.
  for (const path of [...own, `/v1/search?q=${marker}`, '/v1/conversations', '/v1/tasks', '/v1/exports']) {
    const answer = await root.get(path);
    expect([path, answer.status < 500, isShown(answer)]).toEqual([path, true, false]);
  }
});

const isShown = ({ text }: Answer) => text.toLowerCase().includes(marker);
