import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openParley, parley } from '../testing/cli.ts';
import { freePort, freshHandle, temporaryFolder } from '../testing/server.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

/** A folder of its own without an agent, in which `parley dev` starts a server. */
async function emptyFolder(): Promise<string> {
  const cwd = join(folder.path, freshHandle('f'));
  await mkdir(cwd);
  return cwd;
}

describe('the server of parley dev', { timeout: 120_000 }, () => {
  it.each([6000, 10_080])('does not start on port %i, which fetch does not open, and locks no folder', async (port) => {
    const cwd = await emptyFolder();
    const refused = await parley(['dev', '--port', String(port)], { env: { HOME: cwd }, cwd });
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringMatching(/^port_blocked: .*another protocol.*\n {2}hint: Name another one/),
    ]);
    expect(await readdir(cwd)).toEqual([]);
  });

  it('ends at once at Ctrl+C while it starts, and is not said to be ready after that', async () => {
    const cwd = await emptyFolder();
    const dev = openParley(['dev', '--port', String(await freePort())], { env: { HOME: cwd }, cwd });
    // It has begun to start: this folder holds the lock.
    const locked = async () => expect(await readdir(join(cwd, '.parley'))).toContain('lock');
    await vi.waitFor(locked, { timeout: 60_000, interval: 5 });
    expect(await dev.stop()).toBe(0);
    expect(dev.stderr()).toBe('');
    const again = openParley(['dev', '--port', String(await freePort())], { env: { HOME: cwd }, cwd });
    await again.until('stderr', /Try a conversation/);
  });

  it('says that another one runs in the folder, and what to do', async () => {
    const cwd = await emptyFolder();
    const dev = openParley(['dev', '--port', String(await freePort())], { env: { HOME: cwd }, cwd });
    await dev.until('stderr', /Parley is ready/);
    await writeFile(join(cwd, 'parley.json'), '{}');
    const second = await parley(['dev', '--local', '--json', '--', 'true'], { env: { HOME: cwd }, cwd });
    expect([second.code, JSON.parse(second.stderr).error]).toEqual([
      1,
      {
        code: 'folder_in_use',
        message: expect.stringContaining('is in use by another server'),
        hint: expect.stringContaining('Only one parley dev runs in a folder'),
      },
    ]);
  });
});
