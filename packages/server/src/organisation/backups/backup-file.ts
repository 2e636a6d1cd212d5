import { createReadStream } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { whyUnusable } from '../../platform/settings/why-unusable.ts';
import { codecOf, newCodec, tagBytes, type ChunkCodec } from './chunk-format.ts';
import { ByteReader } from './byte-reader.ts';
import { UnfitBackup } from './unfit-backup.ts';

/*
 * A file is a line in clear text (`chunk-format.ts`) and chunks. A chunk is its length in 4 bytes, a byte that is 1 for
 * the last chunk, a tag of 16 bytes, and its bytes, which are a part of one gzip stream.
 */

const chunkBytes = 64 * 1024;
const frameBytes = 4 + 1 + tagBytes;
const longestHeadBytes = 4096;
const cut = 'The file is cut off: its end is missing. Copy it again, or use another backup.';

/**
 * Writes a new file of mode 0600 and resolves to its size once it is on the disk. Refuses an existing file. Removes the
 * file if `content` fails.
 */
export async function writeBackupFile(
  path: string,
  key: Buffer | null,
  content: AsyncIterable<Buffer>,
): Promise<number> {
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new Error(`${path} exists. A backup never replaces a file: name another one.`, { cause: error });
    throw new Error(`${path} cannot be written: ${whyUnusable(error)}.`, { cause: error });
  });
  try {
    const codec = newCodec(key);
    const gzip = createGzip({ level: constants.Z_BEST_SPEED });
    const packed = new PassThrough();
    let size = 0;
    const write = async () => {
      for await (const bytes of framed(codec, packed)) {
        await writeAll(file, bytes);
        size += bytes.length;
      }
    };
    await Promise.all([pipeline(Readable.from(content, { objectMode: true }), gzip, packed), write()]);
    await file.sync();
    await file.close();
    await syncFolder(dirname(path));
    return size;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(path, { force: true });
    throw error;
  }
}

/** Runs `work` with a reader of the content of a file. Whatever is wrong with the file is an `UnfitBackup`. */
export async function readBackupFile<T>(
  path: string,
  key: Buffer | null,
  work: (reader: ByteReader) => Promise<T>,
): Promise<T> {
  await demandFile(path);
  const raw = createReadStream(path, { highWaterMark: chunkBytes * 4 });
  const gunzip = createGunzip();
  const failed = pipeline(Readable.from(opened(new ByteReader(raw), key)), gunzip).catch((error: unknown) => error);
  const reader = new ByteReader(gunzip);
  try {
    return await work(reader);
  } catch (error) {
    throw asUnfit(error);
  } finally {
    gunzip.destroy();
    await failed;
    raw.destroy();
  }
}

async function demandFile(path: string): Promise<void> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw new Error(`${path} cannot be read: ${whyUnusable(error)}.`, { cause: error });
  });
  await file.close();
}

/** Errors of the decompressor mean that the bytes are not those that were written. */
function asUnfit(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (typeof code === 'string' && code.startsWith('Z_'))
    return new UnfitBackup('The file was changed.', { cause: error });
  return error;
}

/** Cuts a stream into chunks of one size and yields the bytes of the file. */
async function* framed(codec: ChunkCodec, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield codec.head;
  let parts: Buffer[] = [];
  let size = 0;
  for await (const bytes of source) {
    parts.push(bytes);
    size += bytes.length;
    if (size <= chunkBytes) continue;
    let rest = Buffer.concat(parts);
    // One chunk at least is kept back, because the last one is marked.
    while (rest.length > chunkBytes) {
      yield frame(codec, rest.subarray(0, chunkBytes), false);
      rest = rest.subarray(chunkBytes);
    }
    parts = [rest];
    size = rest.length;
  }
  yield frame(codec, Buffer.concat(parts), true);
}

function frame(codec: ChunkCodec, body: Buffer, isLast: boolean): Buffer {
  const { tag, stored } = codec.close(body, isLast);
  const bytes = Buffer.alloc(5);
  bytes.writeUInt32BE(stored.length, 0);
  bytes[4] = isLast ? 1 : 0;
  return Buffer.concat([bytes, tag, stored]);
}

/** Opens the chunks of a file one by one. */
async function* opened(reader: ByteReader, key: Buffer | null): AsyncGenerator<Buffer> {
  const codec = codecOf(await firstLine(reader), key);
  for (;;) {
    const head = await exactly(reader, frameBytes);
    const length = head.readUInt32BE(0);
    if (length > chunkBytes) throw new UnfitBackup('The file was changed since it was written.');
    const isLast = head[4] === 1;
    const stored = await exactly(reader, length);
    const body = codec.open(stored, head.subarray(5), isLast);
    if (body.length > 0) yield body;
    if (!isLast) continue;
    if (await reader.isAtEnd()) return;
    throw new UnfitBackup('The file has bytes behind its end: use another copy of it.');
  }
}

async function firstLine(reader: ByteReader): Promise<Buffer> {
  const bytes: Buffer[] = [];
  while (bytes.length < longestHeadBytes) {
    const byte = await exactly(reader, 1).catch(() => null);
    if (byte === null) break;
    bytes.push(byte);
    if (byte[0] === 0x0a) return Buffer.concat(bytes);
  }
  throw new UnfitBackup('This is no backup of Parley.');
}

async function exactly(reader: ByteReader, count: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  try {
    for await (const part of reader.bytes(count)) parts.push(part);
  } catch (error) {
    throw error instanceof UnfitBackup ? new UnfitBackup(cut, { cause: error }) : error;
  }
  return Buffer.concat(parts);
}

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  let at = 0;
  while (at < bytes.length) at += (await file.write(bytes, at)).bytesWritten;
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}
