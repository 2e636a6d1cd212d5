import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { S3mini } from 's3mini';
import type { S3Bucket } from '../../platform/settings/s3-bucket.ts';
import type { AssetStore } from './store.ts';

/** Stores files as objects in a folder of a bucket. Streams the bytes instead of holding them in memory. */
export function s3Store(
  { endpoint, bucket, region, key: accessKeyId, secret: secretAccessKey }: S3Bucket,
  folder = 'assets',
): AssetStore {
  const s3 = new S3mini({ accessKeyId, secretAccessKey, region, endpoint: `${endpoint}/${bucket}` });
  return {
    async put(key, path) {
      const bytes = await openAsBlob(path);
      // With length 0 the library omits the Content-Length header. `fetch` sets it from the blob and rejects a second
      // one.
      await s3.putObject(`${folder}/${key}`, bytes, 'application/octet-stream', undefined, undefined, 0);
    },
    async get(key, { first, last }) {
      const answer = await s3.getObjectRaw(`${folder}/${key}`, false, first, last + 1);
      if (!answer.body) throw new Error('The bucket answered without a body.');
      return Readable.fromWeb(answer.body);
    },
    async delete(key) {
      await s3.deleteObject(`${folder}/${key}`);
    },
  };
}
