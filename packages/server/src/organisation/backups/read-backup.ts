import { createHash } from 'node:crypto';
import type { ByteReader } from './byte-reader.ts';
import { formatVersion } from './chunk-format.ts';
import type { AssetEntry, EndEntry, Entry, HeaderEntry, SequencesEntry, TableEntry } from './entries.ts';
import { RowSum } from './row-sum.ts';
import { UnfitBackup } from './unfit-backup.ts';

/** Takes the content of a backup, part by part. What is left out is only checked. */
export interface BackupVisitor {
  header?(header: HeaderEntry): Promise<void>;
  /** Begins a table. Returns where its rows go. */
  table?(table: TableEntry): Promise<RowTaker>;
  sequences?(sequences: SequencesEntry): Promise<void>;
  /** Takes an asset. Has to read all of its bytes. */
  asset?(asset: AssetEntry, bytes: AsyncIterable<Buffer>): Promise<void>;
}

export interface RowTaker {
  add(line: string): Promise<void>;
  flush(): Promise<void>;
}

/** What a whole, unchanged backup contains. */
export interface BackupContent {
  readonly header: HeaderEntry;
  readonly end: EndEntry;
}

const changed = 'The content of the file does not match its checksums: use another copy of it, or another backup.';

/** Reads a backup from its first line to its last and compares all counts and checksums. Throws `UnfitBackup`. */
export async function readBackup(reader: ByteReader, visitor: BackupVisitor = {}): Promise<BackupContent> {
  const header = await firstEntry(reader);
  await visitor.header?.(header);
  const sums = new Map<string, RowSum>();
  let open: { readonly sum: RowSum; readonly taker: RowTaker | undefined } | null = null;
  let assets = 0;
  for (;;) {
    const line = await reader.line();
    if (line === null) throw new UnfitBackup('The file ends without its last line.');
    if (line.startsWith('[')) {
      if (open === null) throw new UnfitBackup(changed);
      open.sum.add(line);
      await open.taker?.add(line);
      continue;
    }
    await open?.taker?.flush();
    open = null;
    const entry = parse(line);
    if (entry.kind === 'table') {
      open = { sum: new RowSum(), taker: await visitor.table?.(entry) };
      sums.set(entry.name, open.sum);
    } else if (entry.kind === 'sequences') {
      await visitor.sequences?.(entry);
    } else if (entry.kind === 'asset') {
      assets += 1;
      if (entry.size !== null) await takeAsset(entry, reader.bytes(entry.size), visitor);
    } else if (entry.kind === 'end') {
      if (assets !== entry.assets || !matches(sums, entry) || (await reader.line()) !== null)
        throw new UnfitBackup(changed);
      return { header, end: entry };
    } else {
      throw new UnfitBackup(changed);
    }
  }
}

async function firstEntry(reader: ByteReader): Promise<HeaderEntry> {
  const entry = parse((await reader.line()) ?? '');
  if (entry.kind !== 'header') throw new UnfitBackup(`The file does not begin as format ${formatVersion} does.`);
  return entry;
}

function parse(line: string): Entry {
  try {
    return JSON.parse(line) as Entry;
  } catch (error) {
    throw new UnfitBackup(changed, { cause: error });
  }
}

async function takeAsset(entry: AssetEntry, bytes: AsyncIterable<Buffer>, visitor: BackupVisitor): Promise<void> {
  const hash = createHash('sha256');
  const hashed = async function* () {
    for await (const part of bytes) {
      hash.update(part);
      yield part;
    }
  };
  if (visitor.asset) await visitor.asset(entry, hashed());
  else for await (const part of hashed()) void part;
  if (hash.digest('hex') !== entry.sha256) throw new UnfitBackup(`The bytes of the asset ${entry.id} are damaged.`);
}

function matches(sums: ReadonlyMap<string, RowSum>, { tables }: EndEntry): boolean {
  const names = Object.keys(tables);
  return (
    names.length === sums.size &&
    names.every((name) => {
      const { rows, sum } = sums.get(name)?.value() ?? {};
      return rows === tables[name]?.rows && sum === tables[name]?.sum;
    })
  );
}
