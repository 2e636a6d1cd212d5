import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { newId } from '@parley/protocol';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestServer } from '../../testing/app.ts';
import { png, uploaded, upload } from '../../testing/contract/files.ts';
import { signUp } from '../../testing/contract/person.ts';
import { startFakeBucket, type FakeBucket } from './fixtures/fake-bucket.ts';
import { s3Store } from './s3-store.ts';

let bucket: FakeBucket;
let folder: string;
beforeEach(async () => {
  bucket = await startFakeBucket();
  folder = await mkdtemp(join(tmpdir(), 'parley-s3-'));
});
afterEach(async () => {
  await bucket.stop();
  await rm(folder, { recursive: true, force: true });
});

async function incoming(content: string | Buffer): Promise<string> {
  const path = join(folder, 'incoming');
  await writeFile(path, content);
  return path;
}

it('puts, reads in parts and deletes with signatures that the bucket accepts', async () => {
  const store = s3Store(bucket.settings);
  const key = newId('asset', Date.now());
  await store.put(key, await incoming('0123456789'));
  expect(bucket.objects.get(`/files/assets/${key}`)?.toString()).toBe('0123456789');
  expect(await text(await store.get(key, { first: 0, last: 9 }))).toBe('0123456789');
  expect(await text(await store.get(key, { first: 3, last: 4 }))).toBe('34');
  await store.delete(key);
  await store.delete(key);
  expect(bucket.objects.size).toBe(0);
  await expect(store.get(key, { first: 0, last: 9 })).rejects.toThrow();
  expect(bucket.rejected).toEqual([]);
});

it('fails where its secret is not the bucket’s', async () => {
  const store = s3Store({ ...bucket.settings, secret: 'wrong' });
  await expect(store.put(newId('asset', Date.now()), await incoming('x'))).rejects.toThrow();
  expect(bucket.objects.size).toBe(0);
  expect(bucket.rejected).toHaveLength(1);
});

it('keeps what people upload in the bucket, and an upload that the bucket refuses leaves nothing', async () => {
  const { endpoint, bucket: name, region, key, secret } = bucket.settings;
  const server = await startTestServer({
    PARLEY_ASSETS_S3_ENDPOINT: endpoint,
    PARLEY_ASSETS_S3_BUCKET: name,
    PARLEY_ASSETS_S3_REGION: region,
    PARLEY_ASSETS_S3_KEY: key,
    PARLEY_ASSETS_S3_SECRET: secret,
  });
  try {
    const ann = await signUp(server);
    const id = await uploaded(ann, png);
    expect(bucket.objects.get(`/files/assets/${id}`)?.equals(png)).toBe(true);
    const answer = await fetch(`${server.baseUrl}/v1/assets/${id}`, {
      headers: { cookie: ann.cookie, range: 'bytes=1-3' },
    });
    expect(answer.status).toBe(206);
    expect(await buffer(answer.body!)).toEqual(png.subarray(1, 4));
    bucket.break(503);
    expect((await upload(ann, png)).status).toBe(500);
    bucket.break(null);
    expect((await upload(ann, png)).status).toBe(201);
    expect([...bucket.objects.keys()].filter((path) => path.startsWith('/files/assets/')).length).toBe(2);
  } finally {
    await server.stop();
  }
});
