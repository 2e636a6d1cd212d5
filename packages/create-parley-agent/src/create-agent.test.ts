import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createAgent } from './create-agent.ts';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'parley-create-'))));

const read = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8')) as Record<string, unknown>;

test('a new agent has the name of its folder, one handler and a test', async () => {
  await createAgent(join(folder, 'Tea-Bot'));
  expect(await read('Tea-Bot/parley.json')).toMatchObject({ handle: 'tea-bot', name: 'Tea bot', transport: 'relay' });
  expect(await read('Tea-Bot/package.json')).toMatchObject({
    scripts: { dev: 'parley dev' },
    dependencies: { '@parley/agent-sdk': '0.2.0' },
    devDependencies: { '@parley/cli': '0.2.0', '@parley/testing': '0.2.0' },
  });
  expect(await readFile(join(folder, 'Tea-Bot/src/agent.ts'), 'utf8')).toContain('ctx.reply(`You said: ${ctx.text}`)');
  expect(await readFile(join(folder, 'Tea-Bot/src/agent.test.ts'), 'utf8')).toContain('You said: hello');
});

test('it takes the packages from tarballs where it is told to', async () => {
  for (const name of ['protocol', 'agent-sdk', 'cli', 'testing'])
    await writeFile(join(folder, `parley-${name}-0.2.0.tgz`), '');
  await createAgent(join(folder, 'bot'), { packages: folder });
  const { dependencies, devDependencies } = await read('bot/package.json');
  expect(dependencies).toMatchObject({
    '@parley/agent-sdk': 'file:../parley-agent-sdk-0.2.0.tgz',
    '@parley/protocol': 'file:../parley-protocol-0.2.0.tgz',
  });
  expect(devDependencies).toMatchObject({
    '@parley/cli': 'file:../parley-cli-0.2.0.tgz',
    '@parley/testing': 'file:../parley-testing-0.2.0.tgz',
  });
});

test('the test that it begins with passes, against the real server', { timeout: 180_000 }, async () => {
  // Below the repository, where its packages are found.
  const root = new URL('../../../', import.meta.url).pathname;
  await mkdir(join(root, '.cache'), { recursive: true });
  const inside = await mkdtemp(join(root, '.cache/created-'));
  onTestFinished(() => rm(inside, { recursive: true, force: true }));
  await createAgent(join(inside, 'bot'));
  const file = join(inside, 'bot/src/agent.test.ts');
  // How long a busy machine takes is not the subject.
  await writeFile(file, (await readFile(file, 'utf8')).replace('timeout: 60_000', 'timeout: 170_000'));
  const options = ['--conditions=parley-source', '--import', 'tsx', '--test', 'src/agent.test.ts'];
  // A runner inside of a runner would take itself for a part of it.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: join(inside, 'bot'), env });
  expect(stdout).toMatch(/^# pass 1$/m);
});

test('a folder that holds something, and a name that cannot be a handle, are refused with what to do', async () => {
  await writeFile(join(folder, 'mine'), 'x');
  await expect(createAgent(folder)).rejects.toThrow(/not empty: name a new folder|cannot be a handle/);
  await expect(createAgent(join(folder, 'no way!'))).rejects.toThrow(/cannot be a handle: use 2 to 32/);
});
