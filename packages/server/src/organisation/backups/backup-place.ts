import { openAsBlob } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { S3mini } from 's3mini';
import type { Config } from '../../platform/settings/config.ts';
import type { S3Bucket } from '../../platform/settings/s3-bucket.ts';

/** Where a server keeps the backups that it makes. */
export interface BackupPlace {
  /** The folder in which a file is written before it is kept. */
  readonly draftFolder: string;
  /** Keeps a finished file under a name. Takes the file away from where it was. */
  keep(path: string, name: string): Promise<void>;
  remove(name: string): Promise<void>;
}

type PlaceConfig = Pick<Config, 'backupDir' | 'assetsS3' | 'dataDir'>;

/** Most bytes that a bucket takes in one request. */
const bucketBytesMax = 5_000_000_000;

/** Returns the folder or else the bucket of the configuration; null if there is neither. */
export function backupPlace({ backupDir, assetsS3, dataDir }: PlaceConfig): BackupPlace | null {
  if (backupDir !== null) return folderPlace(backupDir);
  return assetsS3 === null ? null : bucketPlace(assetsS3, dataDir);
}

function folderPlace(folder: string): BackupPlace {
  return {
    draftFolder: folder,
    keep: (path, name) => rename(path, join(folder, name)),
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}

function bucketPlace(
  { endpoint, bucket, region, key: accessKeyId, secret: secretAccessKey }: S3Bucket,
  dataDir: string,
): BackupPlace {
  const s3 = new S3mini({ accessKeyId, secretAccessKey, region, endpoint: `${endpoint}/${bucket}` });
  return {
    draftFolder: join(dataDir, 'backups'),
    async keep(path, name) {
      const { size } = await stat(path);
      if (size > bucketBytesMax)
        throw new Error(`The backup has ${size} bytes, and a bucket takes 5 GB at once: set PARLEY_BACKUP_DIR.`);
      // As for assets: with length 0 the library leaves the header to `fetch`.
      await s3.putObject(
        `backups/${name}`,
        await openAsBlob(path),
        'application/octet-stream',
        undefined,
        undefined,
        0,
      );
      await rm(path, { force: true });
    },
    async remove(name) {
      await s3.deleteObject(`backups/${name}`);
    },
  };
}

/** Makes the folder in which files are written, for the server's user alone. */
export async function makeDraftFolder({ draftFolder }: BackupPlace): Promise<void> {
  await mkdir(draftFolder, { recursive: true, mode: 0o700 });
}
