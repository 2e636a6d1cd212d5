import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openPglite } from '../../platform/storage/pglite/open-pglite.ts';
import type { MachineAnswer } from '../../platform/storage/machine-socket.ts';
import type { Db, Storage } from '../../platform/storage/storage.ts';
import { withSnapshot } from './snapshot.ts';

interface Source {
  readonly storage: Storage;
  readonly config: { readonly dataDir: string };
}

/**
 * Runs `work` on one snapshot of a running server's database. The embedded one has a single connection, so its files are
 * copied first; the server waits for the copy alone.
 */
export async function onFrozen<T>(source: Source, work: (db: Db) => Promise<T>): Promise<T> {
  if (source.storage.kind === 'postgres') return withSnapshot(source.storage, work);
  const folder = await copyDatabase(source);
  try {
    const copy = await openPglite({ dataDir: folder });
    return await withSnapshot(copy, work).finally(() => copy.close());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Answers the command `backup`: a copy of the database, which goes when the command has ended. */
export async function answerSnapshot(source: Source): Promise<MachineAnswer> {
  const folder = await copyDatabase(source);
  return { answer: { folder }, onHangUp: () => rm(folder, { recursive: true, force: true }) };
}

/** Removes copies that a server left behind when it was killed. */
export async function removeCopies(dataDir: string): Promise<void> {
  await rm(copiesIn(dataDir), { recursive: true, force: true });
}

async function copyDatabase({ storage, config }: Source): Promise<string> {
  if (storage.copyInto === undefined) throw new Error('This database cannot be copied.');
  const folder = join(copiesIn(config.dataDir), randomUUID());
  try {
    await storage.copyInto(folder);
    return folder;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

function copiesIn(dataDir: string): string {
  return join(dataDir, 'copies');
}
