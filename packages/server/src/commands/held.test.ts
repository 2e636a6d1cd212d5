import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../platform/storage/migrate.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { startServerOn } from '../testing/app.ts';
import { firstAdmin } from '../testing/contract/admin.ts';
import { openConversation, say } from '../testing/contract/conversation.ts';
import type { Json } from '../testing/contract/http.ts';
import { signUp } from '../testing/contract/person.ts';
import { runHere } from './fixtures/run-here.ts';
import { embedded } from '../testing/databases-under-test.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-held-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it.skipIf(embedded.skip)(
  '§19 prints what a hold keeps, with an audit row, while the server runs and while it does not',
  async () => {
    const env = { PARLEY_DATA_DIR: folder, PARLEY_SECRET_KEY: randomBytes(32).toString('base64') };
    const open = async () => {
      const storage = await openStorage({ databaseUrl: null, dataDir: folder });
      await migrate(storage);
      return startServerOn(storage, env);
    };
    const server = await open();
    const root = await firstAdmin(server);
    const [ada, ben] = [await signUp(server), await signUp(server)];
    const room = await openConversation(ada, null, [ben]);
    const { messageId } = await say(ada, room, 'the ledger is false');
    const path = `/v1/conversations/${room}/messages/${messageId}`;
    expect(await runHere(env, 'held', room)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('No legal'),
    });
    expect((await root.put(`/v1/admin/holds/${room}`, { reason: 'Case 12' })).status).toBe(204);
    await ada.patch(path, { text: 'the ledger is right' });
    expect(await runHere(env, 'held', room)).toMatchObject({ code: 0, out: '' });
    expect((await ada.del(path)).status).toBe(204);

    const printed = await runHere(env, 'held', room);
    const [line, ...more] = printed.out.trim().split('\n');
    expect([printed.code, more]).toEqual([0, []]);
    expect(JSON.parse(line ?? '')).toMatchObject({
      ...{ messageId, conversationId: room, authorId: ada.userId },
      versions: [
        { revision: 0, body: 'the ledger is false' },
        { revision: 1, body: 'the ledger is right' },
      ],
    });
    // The hold is on the room, not on its author.
    expect(await runHere(env, 'held', ada.userId)).toMatchObject({ code: 1, out: '' });
    const log = await root.get(`/v1/admin/audit?target=${room}`);
    const reads = log.body.items.filter(({ action }: Json) => action === 'conversation.held_read');
    expect(reads.map(({ actor }: Json) => actor)).toEqual([
      { type: 'machine', id: null },
      { type: 'machine', id: null },
    ]);
    expect(log.text).not.toContain('ledger');
    await server.stop();

    expect((await runHere(env, 'held', room)).out).toBe(printed.out);
    const otherKey = { ...env, PARLEY_SECRET_KEY: randomBytes(32).toString('base64') };
    expect(await runHere(otherKey, 'held', room)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('key'),
    });
    expect(await runHere(env, 'audit', 'verify')).toMatchObject({ code: 0, out: expect.stringContaining('is whole') });
  },
  120_000,
);
