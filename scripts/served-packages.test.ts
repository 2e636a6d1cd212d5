import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createWorld, type World } from '@parley/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildServedPackages } from './build-served-packages.ts';

let world: World;
let baseUrl: string;
let version: string;
beforeAll(async () => {
  buildServedPackages();
  world = await createWorld();
  baseUrl = (await world.agent(null)).env['PARLEY_BASE_URL'] ?? '';
  const manifest = readFileSync(join(import.meta.dirname, '../packages/agent-sdk/package.json'), 'utf8');
  version = (JSON.parse(manifest) as { version: string }).version;
});
afterAll(() => world.close());

test('the SDK is installed from the server alone, and its first program answers a message', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-served-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = { PATH: process.env['PATH'], HOME: folder };
  const npm = (...args: string[]) => promisify(execFile)('npm', args, { cwd: folder, env });
  await npm('init', '--yes');
  const { url, asked } = await emptyRegistry();
  await npm('install', '--registry', url, '--no-audit', `${baseUrl}/packages/parley-agent-sdk.tgz`);
  expect(asked).toEqual([]);
  writeFileSync(join(folder, 'agent.mjs'), readFileSync(join(import.meta.dirname, '../examples/connect/relay.ts')));

  const agent = await world.agent(null);
  const child = spawn(process.execPath, ['agent.mjs'], { cwd: folder, env: { ...env, ...agent.env } });
  onTestFinished(() => void child.kill());
  let said = '';
  child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()));
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`It ended: ${said}`)));
  await Promise.race([once(child.stdout, 'data'), ended]);
  const ada = await world.person('ada');
  await ada.says('hello', { to: agent });
  await ada.sees('You said: hello');
}, 120_000);

/** A registry that has nothing, and notes what it is asked for. */
async function emptyRegistry() {
  const asked: (string | undefined)[] = [];
  const registry = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(404).end('{}');
  });
  await once(registry.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void registry.close());
  return { url: `http://127.0.0.1:${(registry.address() as AddressInfo).port}`, asked };
}

test('a package is served by GET and HEAD, for good where its name has the version', async () => {
  const url = `${baseUrl}/packages/parley-agent-sdk.tgz`;
  const whole = await fetch(url);
  const bytes = await whole.arrayBuffer();
  expect([whole.status, whole.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  const head = await fetch(url, { method: 'HEAD' });
  expect([head.status, Number(head.headers.get('content-length'))]).toEqual([200, bytes.byteLength]);
  const again = await fetch(url, { headers: { 'if-none-match': whole.headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
  const named = await fetch(`${baseUrl}/packages/parley-agent-sdk-${version}.tgz`);
  expect(named.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(Buffer.from(await named.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true);
});

test('the sources of the SDK for Python are all in one folder, as pip wants them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-served-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const answer = await fetch(`${baseUrl}/packages/parley-agent.tar.gz`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/gzip']);
  writeFileSync(join(folder, 'package.tar.gz'), Buffer.from(await answer.arrayBuffer()));
  const run = promisify(execFile);
  const { stdout } = await run('tar', ['-tzf', 'package.tar.gz'], { cwd: folder });
  const source = join(import.meta.dirname, '../python/parley-agent');
  const files = readdirSync(join(source, 'src/parley_agent')).filter((name) => name !== '__pycache__');
  expect(stdout.trim().split('\n')).toEqual(
    ['LICENSE', 'README.md', 'pyproject.toml', ...files.map((name) => `src/parley_agent/${name}`)]
      .toSorted((one, other) => (one < other ? -1 : 1))
      .map((name) => `parley-agent/${name}`),
  );
  await run('tar', ['-xzf', 'package.tar.gz'], { cwd: folder });
  const unpacked = readFileSync(join(folder, 'parley-agent/src/parley_agent/agent.py'));
  expect(unpacked.equals(readFileSync(join(source, 'src/parley_agent/agent.py')))).toBe(true);
});

test.each(['parley-agent-sdk-9.9.9.tgz', '.built', '..%2f..%2fpackage.json', 'constructor', 'parley-agent-sdk.tgz/x'])(
  'what is not in the list is not found: %s',
  async (name) => {
    for (const accept of ['*/*', 'text/html']) {
      const answer = await fetch(`${baseUrl}/packages/${name}`, { headers: { accept } });
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ error: { code: 'not_found' } });
    }
  },
);
