import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Held until `release`, or until the process ends in whatever way. */
export interface DataFolderLock {
  release(): Promise<void>;
}

interface LockFolder {
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
/** A socket's address holds about 104 bytes, and the longest name in the folder needs under 26 of them. */
const LONGEST_FOLDER_BYTES = 78;
const OWNER_KNOWN_WITHIN_MS = 1_000;
/** A connection refused, or no such file: whoever listened there is gone. Any other failure is taken for life. */
const DEAD = new Set(['ECONNREFUSED', 'ENOENT']);

/**
 * Takes the data folder for this process alone. Rejects, naming the holder's pid, host and start, when it is held.
 *
 * Node has no flock, so the holder listens on a Unix socket in the folder: the kernel stops answering for it at the very
 * moment that the process dies, kill -9 included, which no file with a pid in it can say for certain (pids are used
 * again, and containers that share a folder do not see each other's). Sockets are numbered and a number is never reused:
 * the highest one is the lock, a dead one is succeeded by the next number, and `link` lets exactly one process have that.
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

/** The folder by a path that is short enough for a socket's address: Linux can name an open folder by its number. */
async function openLockFolder(dataDir: string): Promise<LockFolder> {
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
    // The numbers may have gone on between the look at the newest and the link, and ours been freed again by its successor.
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

/** Written in one step, so that a reader never sees half of it. Only for people: the socket alone decides. */
async function announce(folder: string, generation: number): Promise<void> {
  const owner: Owner = { generation, pid: process.pid, host: hostname(), since: new Date().toISOString() };
  const draft = join(folder, `owner-${generation}.tmp`);
  await writeFile(draft, JSON.stringify(owner));
  await rename(draft, join(folder, 'owner.json'));
}

async function refusal(dataDir: string, folder: string, generation: number): Promise<Error> {
  const deadline = Date.now() + OWNER_KNOWN_WITHIN_MS;
  let owner = await readOwner(folder);
  while (owner?.generation !== generation && Date.now() < deadline) {
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
