import { mkdtemp, mkdir, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataFolder } from './data-folder-lock.ts';
import { type Child, startChild } from './fixtures/child-process.ts';

describe('the lock of a data folder', () => {
  let folder: string;
  let children: Child[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-lock-'));
    children = [];
  });
  afterEach(async () => {
    await Promise.all(children.map((child) => child.kill()));
    await rm(folder, { recursive: true, force: true });
  });

  /** Starts processes that take the lock on command. */
  async function ready(count: number): Promise<Child[]> {
    const started = Array.from({ length: count }, () => startChild('hold-lock.ts', folder));
    children.push(...started);
    for (const child of started) expect(await child.nextLine()).toBe('started');
    return started;
  }

  async function race(contenders: Child[]): Promise<(string | undefined)[]> {
    for (const child of contenders) child.process.stdin.write('go\n');
    return Promise.all(contenders.map((child) => child.nextLine()));
  }

  it('§9 is refused while it is held, with the pid, the host, the time and the path', async () => {
    const before = Date.now();
    const lock = await lockDataFolder(folder);
    const error: unknown = await lockDataFolder(folder).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    const { message } = error as Error;
    expect(message).toContain(`process ${process.pid} on ${hostname()}, since `);
    expect(message).toContain(folder);
    const since = Date.parse(/since (\S+)\. /.exec(message)?.[1] ?? '');
    expect(since).toBeGreaterThanOrEqual(before);
    expect(since).toBeLessThanOrEqual(Date.now());
    await lock.release();
  });

  it('can be taken again after a release, any number of times, and leaves no litter', async () => {
    for (let round = 0; round < 5; round += 1) await (await lockDataFolder(folder)).release();
    expect((await readdir(join(folder, 'lock'))).sort()).toEqual(['5.sock', 'owner.json']);
  });

  it('can be released twice', async () => {
    const lock = await lockDataFolder(folder);
    await Promise.all([lock.release(), lock.release()]);
    await (await lockDataFolder(folder)).release();
  });

  it('works in a folder whose path is longer than a socket address', async () => {
    const deep = join(folder, 'd'.repeat(100), 'e'.repeat(100));
    await mkdir(deep, { recursive: true });
    const lock = await lockDataFolder(deep);
    await expect(lockDataFolder(deep)).rejects.toThrow('in use by another server');
    await lock.release();
    await (await lockDataFolder(deep)).release();
  });

  it('is free at once when its holder is killed with -9', async () => {
    const [holder] = await ready(1);
    expect(await race([holder as Child])).toEqual(['held']);
    await expect(lockDataFolder(folder)).rejects.toThrow(`process ${holder?.process.pid} on`);
    await holder?.kill();
    await (await lockDataFolder(folder)).release();
  });

  it('stays held by a process that is stopped and cannot answer', async () => {
    const [holder] = await ready(1);
    expect(await race([holder as Child])).toEqual(['held']);
    holder?.process.kill('SIGSTOP');
    await expect(lockDataFolder(folder)).rejects.toThrow(`process ${holder?.process.pid} on`);
  });

  it('goes to exactly one of several processes that start at once, also over a dead holder', async () => {
    const contenders = await ready(5);
    const outcomes = await race(contenders);
    expect(outcomes.filter((outcome) => outcome === 'held')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome?.startsWith('refused'))).toHaveLength(4);
    await contenders[outcomes.indexOf('held')]?.kill();
    const successors = await race(await ready(5));
    expect(successors.filter((outcome) => outcome === 'held')).toHaveLength(1);
  }, 60_000);

  it('goes to exactly one of many that race within a process, round after round', async () => {
    for (let round = 0; round < 20; round += 1) {
      const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataFolder(folder)));
      const won = outcomes.filter((outcome) => outcome.status === 'fulfilled');
      expect(won).toHaveLength(1);
      await won[0]?.value.release();
    }
  });
});
