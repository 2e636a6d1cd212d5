import { newId } from '@parley/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteOldKeys, findKeys, insertAnswers } from '../platform/idempotency/queries.ts';
import { deleteOldDrafts, findDrafts, upsertDrafts } from '../chat/messages/drafts/draft-queries.ts';
import type { Storage, Tx } from '../platform/storage/storage.ts';
import { openOnServer } from '../testing/database.ts';
import { postgres, testServerUrl } from '../testing/databases-under-test.ts';
import { queuedBehind } from '../testing/queued-behind.ts';

const now = new Date();
const yesterday = new Date(now.getTime() - 86_400_000);
const anHourAgo = new Date(now.getTime() - 3_600_000);

describe.skipIf(testServerUrl === undefined)(`a janitor that has to wait, on ${postgres.name}`, () => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await openOnServer(testServerUrl ?? '');
  });
  afterAll(() => storage.close());

  it('leaves a draft alone that a partial reply began anew meanwhile', async () => {
    const deliveryId = newId('delivery');
    const conversationId = newId('conversation');
    const write = (at: Date) => (tx: Tx) =>
      upsertDrafts(tx, [
        {
          delivery_id: deliveryId,
          message_id: newId('message'),
          conversation_id: conversationId,
          agent_id: newId('agent'),
          blocks: [],
          created_at: at,
          updated_at: at,
        },
      ]);
    await storage.transaction(write(yesterday));
    const sweep = () => deleteOldDrafts(storage.db, anHourAgo, 500);
    expect(await queuedBehind(storage, write(now), [sweep])).toEqual([[]]);
    const left = await storage.transaction((tx) => findDrafts(tx, [conversationId], anHourAgo));
    expect(left).toMatchObject([{ created_at: now }]);
  });

  it('leaves a key alone that was used anew meanwhile', async () => {
    const key = { digest: '0123456789abcdef0123456789abcdef', bodySha256: Buffer.alloc(32) };
    const answer = (at: Date) => (tx: Tx) => insertAnswers(tx, [{ key, status: 201, body: '{}' }], at);
    await storage.transaction(answer(yesterday));
    const sweep = () => deleteOldKeys(storage.db, anHourAgo, 500);
    expect(await queuedBehind(storage, answer(now), [sweep])).toEqual([0]);
    const left = await storage.transaction((tx) => findKeys(tx, [key], anHourAgo));
    expect(left).toMatchObject([{ created_at: now }]);
  });
});
