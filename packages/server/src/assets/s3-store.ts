import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { S3mini } from 's3mini';
import type { AssetStore } from './store.ts';

/** A bucket of an S3-compatible server. */
export interface S3Bucket {
  /** Its origin, such as `https://s3.eu-central-1.amazonaws.com`; the bucket is addressed by path. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly key: string;
  readonly secret: string;
}

const folder = 'assets';

/** Keeps assets as objects of a bucket. Bytes pass through without being held in memory whole. */
export function s3Store({ endpoint, bucket, region, key: accessKeyId, secret: secretAccessKey }: S3Bucket): AssetStore {
  const s3 = new S3mini({ accessKeyId, secretAccessKey, region, endpoint: `${endpoint}/${bucket}` });
  return {
    async put(key, path) {
      const bytes = await openAsBlob(path);
      // A length of 0 leaves that header to fetch, which counts the bytes itself and refuses to be told as well.
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
