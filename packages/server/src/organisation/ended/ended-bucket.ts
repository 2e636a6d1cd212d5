import { lowestId } from '@parley/protocol';
import { S3mini } from 's3mini';
import type { S3Bucket } from '../../platform/settings/s3-bucket.ts';

/** The entries of all servers in a bucket, an object for each append, because objects cannot grow. */
export interface EndedBucket {
  /** Writes the line from which on the bucket has all entries, if it has none. */
  begin(line: string): Promise<void>;
  append(name: string, lines: readonly string[]): Promise<void>;
  /** Reads all objects, or those that were written since a time in milliseconds since 1970. */
  read(sinceMs?: number): Promise<string[]>;
}

const folder = 'ended';

export function endedBucket({ endpoint, bucket, region, key, secret }: S3Bucket): EndedBucket {
  const s3 = new S3mini({ accessKeyId: key, secretAccessKey: secret, region, endpoint: `${endpoint}/${bucket}` });
  return {
    async begin(line) {
      if ((await s3.getObject(`${folder}/begin.ndjson`)) === null)
        await s3.putObject(`${folder}/begin.ndjson`, `${line}\n`, 'application/x-ndjson');
    },
    async append(name, lines) {
      await s3.putObject(`${folder}/${name}.ndjson`, `${lines.join('\n')}\n`, 'application/x-ndjson');
    },
    async read(sinceMs = 0) {
      const oldest = `${folder}/${lowestId('message', sinceMs).slice('msg_'.length)}`;
      const objects = (await s3.listObjects('/', `${folder}/`)) ?? [];
      const texts: string[] = [];
      for (const { Key: name } of objects) if (name >= oldest) texts.push((await s3.getObject(name)) ?? '');
      return texts;
    },
  };
}
