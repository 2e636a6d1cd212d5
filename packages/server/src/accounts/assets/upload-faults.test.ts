import { readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { sql } from 'kysely';
import { limits } from '@parley/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { registerAgent, type Agent } from '../../testing/contract/agent.ts';
import { png, upload, uploaded } from '../../testing/contract/files.ts';
import type { Answer } from '../../testing/contract/http.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { failingCalls } from '../../testing/failing-calls.ts';

const calls = failingCalls();
let server: TestServer;
let ann: Person;
let agent: Agent;
beforeAll(async () => {
  server = await startTestServer({}, calls.wrap);
  ann = await signUp(server);
  agent = await registerAgent(server, ann);
});
afterAll(() => server.stop());

const count = async (condition: string): Promise<number> => {
  const rows = await sql<{ n: number }>`select count(*)::int as n from assets where ${sql.raw(condition)}`.execute(
    server.app.storage.db,
  );
  return rows.rows[0]?.n ?? 0;
};
const filesIn = async (name: string): Promise<number> => {
  const folder = join(server.app.config.dataDir, 'assets', name);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).length;
};

/** Repeats a request, each time with a later database call failing, until it succeeds without a failure. */
async function withEachCallFailing(ask: () => Promise<Answer>, afterFailure: () => Promise<void>): Promise<number> {
  for (let k = 0; k < 50; k += 1) {
    calls.arm(k);
    const answer = await ask();
    if (!calls.disarm()) {
      expect(answer.status).toBeLessThan(300);
      return k;
    }
    expect([answer.status, answer.body.error.code]).toEqual([500, 'internal_error']);
    await afterFailure();
  }
  throw new Error('There is no end of calls.');
}

it('leaves no asset, no row and no file of an upload in which a call to the database fails', async () => {
  const nothing = async () => {
    expect(await Promise.all([count('ready'), filesIn('incoming')])).toEqual([0, 0]);
    // If the removal of a row failed too, its row and bytes stay for the sweep.
    expect(await filesIn('kept')).toBe(await count('true'));
  };
  expect(await withEachCallFailing(() => upload(ann, png), nothing)).toBeGreaterThanOrEqual(2);
  expect(await Promise.all([count('ready'), count('not ready'), filesIn('kept')])).toEqual([1, 0, 1]);
});

it('does the same for agents', async () => {
  const before = await count('true');
  const nothing = async () => {
    expect(await Promise.all([count('true'), filesIn('kept'), filesIn('incoming')])).toEqual([before, before, 0]);
  };
  expect(await withEachCallFailing(() => agent.send('/hooks/v1/assets', png), nothing)).toBeGreaterThanOrEqual(3);
  expect(await Promise.all([count('true'), filesIn('kept')])).toEqual([before + 1, before + 1]);
});

it('leaves nothing of an agent’s upload that was not signed, is too large or is cut off', async () => {
  const before = await filesIn('kept');
  const signature = `t=${agent.unix()},v1=${'0'.repeat(64)}`;
  expect((await agent.send('/hooks/v1/assets', png, { signature })).status).toBe(401);
  expect((await agent.send('/hooks/v1/assets', Buffer.alloc(limits.uploadBytes + 1))).status).toBe(413);
  await new Promise<void>((resolve) => {
    const { authorization } = agent;
    const headers = { authorization, 'x-agent-signature': signature, 'content-length': 5e6 };
    const going = request(`${server.baseUrl}/hooks/v1/assets`, { method: 'POST', headers });
    going.on('error', () => resolve());
    going.write(Buffer.alloc(1e6), () => setTimeout(() => going.destroy(), 100));
  });
  await expect.poll(() => filesIn('incoming')).toBe(0);
  expect(await filesIn('kept')).toBe(before);
});

it('answers a clean 500 where the bytes are gone, and goes on', async () => {
  const assetId = await uploaded(ann, png);
  await rm(join(server.app.config.dataDir, 'assets', 'kept'), { recursive: true });
  const answer = await ann.get(`/v1/assets/${assetId}`);
  expect([answer.status, answer.body.error.code]).toEqual([500, 'internal_error']);
  expect((await upload(ann, png)).status).toBe(201);
});
