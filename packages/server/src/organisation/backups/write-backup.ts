import { sql } from 'kysely';
import { findKeyProof } from '../../accounts/agents/key-proof-queries.ts';
import { listAssetsAfter, type StoredAsset } from '../../accounts/assets/queries.ts';
import type { AssetStore } from '../../accounts/assets/store.ts';
import { version } from '../../platform/settings/version.ts';
import type { Db } from '../../platform/storage/storage.ts';
import { listMigrations, listTables, readSequences } from './catalog.ts';
import type { EndEntry, Entry, HeaderEntry, TableSum } from './entries.ts';
import { RowSum } from './row-sum.ts';
import { readRows } from './rows.ts';

/** Told how far a backup is: the name of what is being written, and how many rows or assets of it. */
export type Progress = (what: string, count: number) => void;

const assetsPerPage = 500;

/** Yields the content of a backup of a snapshot. */
export async function* writeBackup(
  db: Db,
  store: Pick<AssetStore, 'get'> | null,
  progress: Progress,
): AsyncGenerator<Buffer> {
  yield lineOf(await headerOf(db));
  const tables: Record<string, TableSum> = {};
  for (const table of await listTables(db)) {
    yield lineOf({ kind: 'table', name: table.name, columns: table.columns.map(({ name }) => name) });
    const sum = new RowSum();
    for await (const lines of readRows(db, table)) {
      for (const line of lines) sum.add(line);
      yield Buffer.from(`${lines.join('\n')}\n`);
    }
    tables[table.name] = sum.value();
    progress(table.name, sum.value().rows);
  }
  yield lineOf({ kind: 'sequences', values: await readSequences(db) });
  const end: EndEntry & { assets: number; missingAssets: number } = {
    kind: 'end',
    tables,
    assets: 0,
    missingAssets: 0,
  };
  if (store !== null) {
    for await (const asset of eachAsset(db)) {
      const bytes = await openBytes(store, asset);
      yield lineOf({
        kind: 'asset',
        id: asset.asset_id,
        size: bytes && asset.size_bytes,
        sha256: asset.sha256.toString('hex'),
      });
      if (bytes === null) end.missingAssets += 1;
      else yield* counted(bytes, asset);
      end.assets += 1;
      if (end.assets % assetsPerPage === 0) progress('assets', end.assets);
    }
    progress('assets', end.assets);
  }
  yield lineOf(end);
}

async function headerOf(db: Db): Promise<HeaderEntry> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db);
  const migrations = await listMigrations(db);
  const proof = migrations.length === 0 ? null : await findKeyProof(db);
  return {
    kind: 'header',
    version,
    createdAt: (rows[0]?.now ?? new Date()).toISOString(),
    migrations,
    keyProof: proof && { keyId: proof.keyId, bytes: proof.bytes.toString('base64') },
  };
}

async function* eachAsset(db: Db): AsyncGenerator<StoredAsset> {
  let after = '';
  for (;;) {
    const page = await listAssetsAfter(db, after, assetsPerPage);
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.asset_id;
  }
}

/** Returns the bytes of an asset, or null if they are gone: it may have been deleted since the snapshot. */
async function openBytes(store: Pick<AssetStore, 'get'>, { asset_id: id, size_bytes: size }: StoredAsset) {
  try {
    return await store.get(id, { first: 0, last: size - 1 });
  } catch {
    return null;
  }
}

/** The size is in the file before the bytes, so it must be right. */
async function* counted(bytes: AsyncIterable<Buffer>, { asset_id: id, size_bytes: size }: StoredAsset) {
  let count = 0;
  for await (const part of bytes) {
    count += part.length;
    yield Buffer.from(part);
  }
  if (count !== size) throw new Error(`The asset ${id} has ${count} bytes in its store, and ${size} in the database.`);
}

function lineOf(entry: Entry): Buffer {
  return Buffer.from(`${JSON.stringify(entry)}\n`);
}
