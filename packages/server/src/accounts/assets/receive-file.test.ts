import { mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { receiveFile } from './receive-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-receive-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

/** Lets files take only this many more bytes. The first part of a longer piece is still written, as on a full disk. */
async function fillDisk(bytesLeft: number): Promise<void> {
  const other = await open(join(folder, 'other'), 'w');
  const files = Object.getPrototypeOf(other) as typeof other;
  const write = files.writeFile;
  vi.spyOn(files, 'writeFile').mockImplementation(async function (this: typeof other, piece) {
    const bytes = piece as Buffer;
    const fitting = bytes.subarray(0, bytesLeft);
    bytesLeft -= fitting.length;
    await write.call(this, fitting);
    if (fitting.length < bytes.length) throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
  });
  await other.close();
  await rm(join(folder, 'other'));
}

const pieces = (count: number) => Readable.from(Array.from({ length: count }, () => Buffer.alloc(1000, 1)));

it.each([0, 1, 2500, 9999])(
  'fails with the disk’s own error where it is full after %i bytes, read to the end',
  async (left) => {
    await fillDisk(left);
    let seen = 0;
    const onPiece = (piece: Buffer) => (seen += piece.length);
    const receiving = receiveFile(folder, pieces(10), { keepMax: 1e6, onPiece });
    await expect(receiving).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(seen).toBe(10_000);
    expect(await readdir(folder)).toEqual([]);
  },
);

it('writes what fits exactly', async () => {
  await fillDisk(10_000);
  const { path, sizeBytes } = await receiveFile(folder, pieces(10), { keepMax: 1e6 });
  expect([sizeBytes, (await readFile(path)).length]).toEqual([10_000, 10_000]);
});

it('keeps nothing of a stream that breaks off, whose sender is told so', async () => {
  const broken = new PassThrough();
  broken.write(Buffer.alloc(1000));
  const receiving = receiveFile(folder, broken, {
    keepMax: 1e6,
    onPiece: () => broken.destroy(Object.assign(new Error('read ECONNRESET'), { syscall: 'read' })),
  });
  await expect(receiving).rejects.toMatchObject({ refusal: { code: 'malformed_request' } });
  expect(await readdir(folder)).toEqual([]);
});
