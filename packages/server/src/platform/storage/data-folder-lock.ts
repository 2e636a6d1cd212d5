import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A lock that is held until `release` or until the process ends, even by kill -9. */
export interface DataFolderLock {
  release(): Promise<void>;
}

/** A folder for sockets. */
export interface LockFolder {
  path: string;
  close(): Promise<void>;
}

interface Owner {
  generation: number;
  pid: number;
  host: string;
  since: string;
}

const GENERATION = /^(\d{1,15})\.sock$/;
/** A socket address holds about 104 bytes. The longest name in the folder needs fewer than 26. */
const LONGEST_FOLDER_BYTES = 78;
const OWNER_KNOWN_WITHIN_MS = 1_000;
/** Connection errors that show that the holder is gone. Any other error counts as a live holder. */
const DEAD = new Set(['ECONNREFUSED', 'ENOENT']);

/**
 * Locks the data folder for this process. Rejects with the holder's pid, host and start time if it is locked.
 *
 * Node has no flock, so the holder listens on a Unix socket in the folder: the kernel stops answering when the process
 * dies, even by kill -9, while a pid in a file may have been reused. Sockets are numbered and numbers are never reused.
 * The highest one is the lock; `link` gives the next number to exactly one process.
 */
export async function lockDataFolder(dataDir: string): Promise<DataFolderLock> {
  const folder = await openLockFolder(dataDir);
  const candidate = join(folder.path, `c${process.pid}-${randomBytes(4).toString('hex')}.sock`);
  let server: Server | undefined;
  const release = async (): Promise<void> => {
    if (server !== undefined) await stopListening(server);
    await folder.close();
  };
  try {
    server = await listen(candidate);
    const generation = await claim(dataDir, folder.path, candidate);
    await announce(folder.path, generation);
    await removeOlder(folder.path, generation);
  } catch (error) {
    await release();
    throw error;
  } finally {
    await rm(candidate, { force: true }).catch(() => undefined);
  }
  let released: Promise<void> | undefined;
  return { release: () => (released ??= release()) };
}

/**
 * Returns a path of the lock folder that fits into a socket address. If it is too long, Linux can address the open
 * folder by its file descriptor.
 */
export async function openLockFolder(dataDir: string): Promise<LockFolder> {
  const path = join(dataDir, 'lock');
  await mkdir(path, { recursive: true, mode: 0o700 });
  if (Buffer.byteLength(path) <= LONGEST_FOLDER_BYTES) return { path, close: () => Promise.resolve() };
  if (process.platform !== 'linux') throw new Error(`The path of the data folder ${dataDir} is too long to be locked.`);
  const handle = await open(path);
  return { path: `/proc/self/fd/${handle.fd}`, close: () => handle.close() };
}

async function claim(dataDir: string, folder: string, candidate: string): Promise<number> {
  for (;;) {
    const newest = await newestGeneration(folder);
    if (newest > 0 && (await answers(socketOf(folder, newest)))) throw await refusal(dataDir, folder, newest);
    const mine = newest + 1;
    if (!(await linkUnlessTaken(candidate, socketOf(folder, mine)))) continue;
    // Between the read of the newest number and the link, later locks may have come and freed this number again.
    if ((await newestGeneration(folder)) === mine) return mine;
    await rm(socketOf(folder, mine), { force: true });
  }
}

function socketOf(folder: string, generation: number): string {
  return join(folder, `${generation}.sock`);
}

async function generations(folder: string): Promise<number[]> {
  const numbers = (await readdir(folder)).map((name) => Number(GENERATION.exec(name)?.[1] ?? 0));
  return numbers.filter((number) => number > 0);
}

async function newestGeneration(folder: string): Promise<number> {
  return Math.max(0, ...(await generations(folder)));
}

async function removeOlder(folder: string, generation: number): Promise<void> {
  for (const older of await generations(folder)) {
    if (older < generation) await rm(socketOf(folder, older), { force: true });
  }
}

async function linkUnlessTaken(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(!DEAD.has(error.code ?? '')));
  });
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.on('error', () => undefined).destroy());
    server.once('error', reject);
    server.listen(path, () => {
      server
        .off('error', reject)
        .on('error', () => undefined)
        .unref();
      resolve(server);
    });
  });
}

function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

/**
 * Writes the file atomically, so that no reader sees half of it. It only informs people: the socket alone is the lock.
 */
async function announce(folder: string, generation: number): Promise<void> {
  const owner: Owner = { generation, pid: process.pid, host: hostname(), since: new Date().toISOString() };
  const draft = join(folder, `owner-${generation}.tmp`);
  await writeFile(draft, JSON.stringify(owner));
  await rename(draft, join(folder, 'owner.json'));
}

async function refusal(dataDir: string, folder: string, generation: number): Promise<Error> {
  const deadline = performance.now() + OWNER_KNOWN_WITHIN_MS;
  let owner = await readOwner(folder);
  while (owner?.generation !== generation && performance.now() < deadline) {
    await pause(25);
    owner = await readOwner(folder);
  }
  const holder =
    owner?.generation === generation
      ? `process ${owner.pid} on ${owner.host}, since ${owner.since}`
      : 'a process that has not said who it is';
  return new Error(
    `The data folder ${dataDir} is in use by another server: ${holder}. Stop it first, or choose another folder.`,
  );
}

async function readOwner(folder: string): Promise<Owner | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, 'owner.json'), 'utf8')) as Owner;
  } catch {
    return undefined;
  }
}
