import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { receiveFile } from './receive-file.ts';

/** What is left of the disk. Whoever writes more has the first part of it written, and then fails as a full disk does. */
const disk = vi.hoisted(() => ({ bytesLeft: Infinity }));
vi.mock('node:fs/promises', async (load) => {
  const real = await load<typeof import('node:fs/promises')>();
  const full = () =>
    Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
  const open: typeof real.open = async (...args) => {
    if (disk.bytesLeft === 0) throw full();
    const file = await real.open(...args);
    const write = file.writeFile.bind(file);
    file.writeFile = async (piece) => {
      const bytes = piece as Buffer;
      const fitting = bytes.subarray(0, disk.bytesLeft);
      disk.bytesLeft -= fitting.length;
      await write(fitting);
      if (fitting.length < bytes.length) throw full();
    };
    return file;
  };
  return { ...real, open };
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-receive-'));
  disk.bytesLeft = Infinity;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const pieces = (count: number) => Readable.from(Array.from({ length: count }, () => Buffer.alloc(1000, 1)));

it.each([0, 1, 2500, 9999])(
  'fails with the disk’s own error where it is full after %i bytes, read to the end',
  async (left) => {
    disk.bytesLeft = left;
    let seen = 0;
    const onPiece = (piece: Buffer) => (seen += piece.length);
    const receiving = receiveFile(folder, pieces(10), { keepMax: 1e6, onPiece });
    await expect(receiving).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(seen).toBe(10_000);
    expect(await readdir(folder)).toEqual([]);
  },
);

it('writes what fits exactly', async () => {
  disk.bytesLeft = 10_000;
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
