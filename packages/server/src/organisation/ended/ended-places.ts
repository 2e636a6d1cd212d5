import { readFile } from 'node:fs/promises';
import { monotonicUlid } from '@parley/protocol';
import type { Config } from '../../platform/settings/config.ts';
import { endedBucket } from './ended-bucket.ts';
import { appendLines, beginFile, endedFile, shortenFile } from './ended-file.ts';

/** A place that keeps what ended, as lines. */
export interface EndedPlace {
  /** Writes the line from which on the place has all entries, if it has none. */
  begin(line: string): Promise<void>;
  append(lines: readonly string[]): Promise<void>;
  /** Returns the lines since a time in milliseconds since 1970, perhaps with older ones. */
  read(sinceMs: number): Promise<string>;
}

/** Returns the places of the configuration: the data folder, the folder of backups, and the bucket. */
export function endedPlaces(
  { dataDir, backupDir, assetsS3 }: Pick<Config, 'dataDir' | 'backupDir' | 'assetsS3'>,
  key: Buffer,
  now: () => number,
): EndedPlace[] {
  const places = [dataDir, ...(backupDir === null ? [] : [backupDir])].map((folder) => inFolder(folder, key));
  if (assetsS3 !== null) places.push(inBucket(assetsS3, now));
  return places;
}

function inFolder(folder: string, key: Buffer): EndedPlace {
  return {
    async begin(line) {
      await beginFile(folder, line);
      await shortenFile(folder, key);
    },
    append: (lines) => appendLines(folder, lines),
    read: () => readFile(endedFile(folder), 'utf8'),
  };
}

function inBucket(bucket: NonNullable<Config['assetsS3']>, now: () => number): EndedPlace {
  const kept = endedBucket(bucket);
  return {
    begin: (line) => kept.begin(line),
    append: (lines) => kept.append(monotonicUlid(now()), lines),
    read: async (sinceMs) => (await kept.read(sinceMs)).join(''),
  };
}
