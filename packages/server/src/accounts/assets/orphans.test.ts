import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { registerAgent, type Agent } from '../../testing/contract/agent.ts';
import { agentUploaded, png, uploaded } from '../../testing/contract/files.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { deliver, openConversation } from '../../testing/contract/conversation.ts';

let server: TestServer;
let ann: Person;
let agent: Agent;
let conversation: string;
let delivery: string;
beforeAll(async () => {
  server = await startTestServer();
  ann = await signUp(server);
  agent = await registerAgent(server, ann);
  conversation = await openConversation(ann, agent);
  delivery = await deliver(ann, conversation, 'Hi');
});
afterAll(() => server.stop());

/** Moves the creation time of assets back. */
async function age(assetIds: string[], minutes: number): Promise<void> {
  await sql`
    update assets set created_at = created_at - ${`${minutes} minutes`}::interval
    where asset_id = any(${assetIds}::text[])`.execute(server.app.storage.db);
}

const isKept = (id: string): Promise<boolean> =>
  access(join(server.app.config.dataDir, 'assets', 'kept', id.slice(-2), id.slice(-4, -2), id)).then(
    () => true,
    () => false,
  );
const reads = async (id: string): Promise<number> => (await ann.get(`/v1/assets/${id}`)).status;
const attach = (assetId: string) => ann.post(`/v1/conversations/${conversation}/attachments`, { assetId });
const minute = 60_000;
const day = 24 * 60;

it('lets an upload that nothing names expire after a day, and removes its bytes', async () => {
  const [young, old] = [await uploaded(ann, png), await uploaded(ann, png)];
  await age([young], day - 1);
  await age([old], day + 1);
  expect([await reads(young), await reads(old)]).toEqual([200, 404]);
  expect((await attach(old)).status).toBe(404);
  await age([old], 10);
  await server.clock.advance(minute);
  await expect.poll(() => isKept(old)).toBe(false);
  expect([await isKept(young), await reads(old)]).toEqual([true, 404]);
});

it('keeps what a message, a reply or an avatar names', async () => {
  const attached = await uploaded(ann, png);
  const avatar = await uploaded(ann, png);
  const shown = await agentUploaded(agent, png);
  const forgotten = await agentUploaded(agent, png);
  expect((await attach(attached)).status).toBe(201);
  expect((await agent.reply(delivery, [{ type: 'image', asset_id: shown }])).status).toBe(202);
  await registerAgent(server, ann, { avatar_asset_id: avatar });
  await age([attached, avatar, shown, forgotten], 2 * day);
  await server.clock.advance(minute);
  await expect.poll(() => isKept(forgotten)).toBe(false);
  for (const id of [attached, avatar, shown]) expect([await reads(id), await isKept(id)]).toEqual([200, true]);
  expect((await attach(attached)).status).toBe(201);
});

it('refuses an expired asset in a block as if it had never been', async () => {
  const id = await agentUploaded(agent, png);
  await age([id], day + 1);
  const { status, body } = await agent.reply(delivery, [{ type: 'image', asset_id: id }]);
  expect([status, body.error.reason]).toEqual([400, 'asset_not_found']);
});

it('keeps the avatar of a manifest that was refused no longer than any other', async () => {
  const id = await uploaded(ann, png);
  const manifest = { handle: agent.handle, avatar_asset_id: id };
  await expect(registerAgent(server, ann, manifest)).rejects.toThrow('409');
  await age([id], 2 * day);
  expect(await reads(id)).toBe(404);
});
