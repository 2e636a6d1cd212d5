import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packServer } from './pack-server.ts';
import { freePort } from '../packages/server/src/testing/postgres/free-port.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'parley-server-package-'));
const modules = join(folder, 'node_modules');
const installed = join(modules, '@parley/server');
const program = join(installed, 'server/dist/main.js');

beforeAll(async () => {
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/build-missing.ts'], { cwd: root });
  const tarball = await packServer(join(folder, 'packed'));
  mkdirSync(join(modules, '@parley'), { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', folder]);
  execFileSync('mv', [join(folder, 'package'), installed]);
  // What npm would install beside it.
  for (const scope of ['@electric-sql', '@node-rs'])
    symlinkSync(join(root, 'node_modules', scope), join(modules, scope));
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const filesOf = () =>
  readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(installed.length + 1));

describe('the package of the server', { timeout: 120_000 }, () => {
  it('depends on native code alone, and has the licences, no test and no source map', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Record<string, unknown>;
    expect(Object.keys(manifest['dependencies'] as object)).toEqual(['@electric-sql/pglite', '@node-rs/argon2']);
    const files = filesOf();
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'THIRD-PARTY.txt', 'web/dist/index.html']));
    const notices = readFileSync(join(installed, 'THIRD-PARTY.txt'), 'utf8');
    for (const name of ['fastify', 'preact', '@tanstack/query-core'])
      expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'));
    expect(files.filter((file) => /\.map$|\.test\.|(^|\/)fixtures\/|(^|\/)\.packages\.json$/.test(file))).toEqual([]);
  });

  it('has the app as it is released, whatever environment built it', () => {
    const scripts = filesOf().filter((file) => /web\/dist\/assets\/.*\.js$/.test(file));
    const text = scripts.map((file) => readFileSync(join(installed, file), 'utf8')).join('\n');
    expect(text).toContain('/sw.js');
    expect(text).not.toContain(`${root}/`);
  });

  it('says its commands', () => {
    const help = execFileSync(process.execPath, [program, '--help']).toString();
    for (const command of [
      'backup',
      'verify',
      'restore',
      'move',
      'recover',
      'audit',
      'held',
      'reseal',
      'new-receipt-key',
    ])
      expect(help).toMatch(new RegExp(`^  ${command}\\b`, 'm'));
  });

  it('starts from its own folder alone, serves the app, and drains at SIGTERM, also while it is still starting', async () => {
    const port = await freePort();
    const server = spawn(process.execPath, [program], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', PARLEY_PORT: String(port), PARLEY_DATA_DIR: join(folder, 'data') },
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => server.once('exit', resolve));
    const status = (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`).then(
        (answer) => answer.status,
        () => 0,
      );
    await expect.poll(() => status('/readyz'), { timeout: 100_000, interval: 200 }).toBe(200);
    for (const path of ['/', '/openapi.json', '/docs']) expect(await status(path)).toBe(200);
    server.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});
