import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerAgent } from '../contract/agent.ts';
import { call } from '../contract/http.ts';
import { signUp, type Person } from '../contract/person.ts';
import { deliver, openConversation } from '../contract/conversation.ts';
import type { Server } from '../contract/server.ts';
import { realClock } from '../fake-clock.ts';
import { prepareDataFolder } from '../prepared-folder.ts';
import { serverProcess, type ServerProcess } from './server-process.ts';
import { embedded } from '../databases-under-test.ts';

const attackers: Socket[] = [];
let folder: string;
let running: ServerProcess;
let server: Server;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-unread-'));
  await prepareDataFolder(folder);
  running = await serverProcess({ PARLEY_DATA_DIR: folder, NODE_OPTIONS: '--max-old-space-size=512' });
  await running.start();
  server = { baseUrl: running.baseUrl, clock: realClock, demoUrl: null };
});
afterAll(async () => {
  for (const socket of attackers) socket.destroy();
  await running.end('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Requests a page repeatedly over one connection, and reads none of the answers. */
async function leaveUnread({ cookie }: Person, path: string): Promise<void> {
  const socket = connect({ port: Number(new URL(server.baseUrl).port), host: '127.0.0.1' });
  attackers.push(socket.on('error', () => undefined).pause());
  await once(socket, 'connect');
  // Pipelined on one connection: the first answer blocks those behind it.
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n\r\n`.repeat(10));
}

it.skipIf(embedded.skip)(
  '§10 pages that four people leave unread keep neither memory nor the database from the others',
  { timeout: 300_000 },
  async () => {
    const [ada, bob] = [await signUp(server), await signUp(server)];
    const agent = await registerAgent(server, ada);
    const calm = await openConversation(bob, await registerAgent(server, bob));
    const others = [await signUp(server), await signUp(server), await signUp(server)];
    const conversation = await openConversation(ada, agent, others);
    const large = Array.from({ length: 24 }, () => ({ type: 'text', text: 'é'.repeat(5000) }));
    for (let asked = 0; asked < 3; asked += 1) {
      const deliveryId = await deliver(ada, conversation, 'Tell me all of it.');
      for (let told = 0; told < 20; told += 1) expect((await agent.reply(deliveryId, large)).status).toBe(202);
    }

    const path = `/v1/conversations/${conversation}/messages?limit=200`;
    const crowd = [ada, ...others].flatMap((person) => Array.from({ length: 30 }, () => leaveUnread(person, path)));
    await Promise.all(crowd);
    // Other people are served every time meanwhile. Only the crowd's own requests are refused.
    for (let round = 0; round < 5; round += 1) {
      expect((await bob.get('/v1/conversations')).status).toBe(200);
      expect((await bob.get(`/v1/conversations/${calm}/messages?limit=200`)).status).toBe(200);
      expect((await bob.post(`/v1/conversations/${calm}/messages`, { text: 'Still here.' })).status).toBe(201);
    }
    expect((await (await signUp(server)).get('/v1/session')).status).toBe(200);
    expect((await call(`${server.baseUrl}/healthz`)).status).toBe(200);
    // A busy machine takes a while to have written so much that the room for unread answers is full.
    await expect.poll(async () => (await ada.get(path)).status, { timeout: 60_000 }).toBe(503);

    for (const socket of attackers.splice(0)) socket.destroy();
    await expect.poll(async () => (await ada.get(path)).status, { timeout: 60_000 }).toBe(200);
  },
);
