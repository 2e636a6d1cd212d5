import type { AssetId, UserId } from '@parley/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { png, upload, uploaded } from '../../testing/contract/files.ts';
import { signUp } from '../../testing/contract/person.ts';
import { deleteUnnamed, sumAssetBytes } from './queries.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ PARLEY_QUOTA_ASSET_BYTES: String(2 * png.length) });
});

afterAll(() => server.stop());

it('§10 an asset that is swept makes room for another, and a refused one takes none', async () => {
  const ada = await signUp(server);
  const { db, transaction } = server.app.storage;
  const sum = () => transaction((tx) => sumAssetBytes(tx, ada.userId as UserId));
  const [first] = [await uploaded(ada, png), await uploaded(ada, png)];
  expect((await upload(ada, png)).status).toBe(403);
  expect(await sum()).toBe(2 * png.length);
  await deleteUnnamed(db, [first as AssetId]);
  expect(await sum()).toBe(png.length);
  expect((await upload(ada, png)).status).toBe(201);
});
