import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createAgent } from './create-agent.ts';
import { templates, type TemplateName } from './templates.ts';

const names = Object.keys(templates) as TemplateName[];

/** Runs the packages' sources, unless the build is of these sources: it starts in a third of the time. */
const sources = process.env['PARLEY_TEST_BUILT'] === '1' ? [] : ['--conditions=parley-source'];

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'parley-create-'))));

const read = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8')) as Record<string, unknown>;

test('a new agent has the name of its folder, one handler and a test', async () => {
  await createAgent(join(folder, 'Tea-Bot'));
  expect(await read('Tea-Bot/parley.json')).toMatchObject({ handle: 'tea-bot', name: 'Tea bot', transport: 'relay' });
  expect(await read('Tea-Bot/package.json')).toMatchObject({
    scripts: { dev: 'parley dev' },
    dependencies: { '@parley/agent-sdk': '0.3.0' },
    devDependencies: { '@parley/cli': '0.3.0', '@parley/testing': '0.3.0' },
  });
  expect(await readFile(join(folder, 'Tea-Bot/src/agent.ts'), 'utf8')).toContain('ctx.reply(`You said: ${ctx.text}`)');
  expect(await readFile(join(folder, 'Tea-Bot/src/agent.test.ts'), 'utf8')).toContain('You said: hello');
});

test('it takes the packages from tarballs where it is told to', async () => {
  for (const name of ['protocol', 'agent-sdk', 'cli', 'testing'])
    await writeFile(join(folder, `parley-${name}-0.3.0.tgz`), '');
  await createAgent(join(folder, 'bot'), { packages: folder });
  const { dependencies, devDependencies } = await read('bot/package.json');
  expect(dependencies).toMatchObject({
    '@parley/agent-sdk': 'file:../parley-agent-sdk-0.3.0.tgz',
    '@parley/protocol': 'file:../parley-protocol-0.3.0.tgz',
  });
  expect(devDependencies).toMatchObject({
    '@parley/cli': 'file:../parley-cli-0.3.0.tgz',
    '@parley/testing': 'file:../parley-testing-0.3.0.tgz',
  });
});

/** Below the repository, where its packages are found. */
async function created(template: TemplateName | 'python'): Promise<string> {
  const root = new URL('../../../', import.meta.url).pathname;
  await mkdir(join(root, '.cache'), { recursive: true });
  const inside = await mkdtemp(join(root, '.cache/created-'));
  onTestFinished(() => rm(inside, { recursive: true, force: true }));
  return (await createAgent(join(inside, 'tea-bot'), { template })).folder;
}

test.each(names)(
  'the test that %s begins with passes, against the real server',
  { timeout: 180_000 },
  async (template) => {
    const agent = await created(template);
    const file = join(agent, 'src/agent.test.ts');
    const text = await readFile(file, 'utf8');
    // How long a busy machine takes is not the subject.
    await writeFile(file, text.replaceAll('timeout: 60_000', 'timeout: 170_000'));
    const options = [...sources, '--import', 'tsx', '--test', '--test-reporter=tap', 'src/agent.test.ts'];
    // A runner inside of a runner would take itself for a part of it.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: agent, env });
    const tests = text.match(/^test\(/gm)?.length ?? 0;
    expect(tests).toBeGreaterThan(0);
    expect(stdout).toMatch(new RegExp(`^# pass ${tests}$`, 'm'));
  },
);

test('the test that it begins with in Python passes', { timeout: 60_000 }, async (context) => {
  const source = new URL('../../../python/parley-agent/src', import.meta.url).pathname;
  const venv = new URL('../../../.cache/python/bin/python', import.meta.url).pathname;
  const python = process.env['PARLEY_TEST_PYTHON'] ?? (existsSync(venv) ? venv : 'python3');
  const run = (args: string[], cwd = folder) =>
    promisify(execFile)(python, args, { cwd, env: { ...process.env, PYTHONPATH: source } });
  const isThere = await run(['-c', 'import parley_agent']).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    console.error(`Skipped: the test of the Python template, since ${python} has no httpx.`);
    context.skip();
  }
  const { stderr } = await run(['-m', 'unittest'], await created('python'));
  expect(stderr).toMatch(/Ran 3 tests/);
  expect(stderr).toMatch(/^OK$/m);
});

test.each([...names, 'python' as const])(
  '%s has a README of one screen, its name everywhere, and no hole',
  async (template) => {
    const agent = await created(template);
    const entries = await readdir(agent, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    for (const file of files) expect(await readFile(file, 'utf8'), file).not.toMatch(/\{\{|\}\}.*\{\{/);
    const readme = await readFile(join(agent, 'README.md'), 'utf8');
    expect(readme).toMatch(/^# Tea bot$/m);
    expect(readme.split('\n').length).toBeLessThanOrEqual(45);
    const written = JSON.parse(await readFile(join(agent, 'parley.json'), 'utf8')) as object;
    expect(written).toMatchObject({ handle: 'tea-bot', name: 'Tea bot' });
    expect(files.map((file) => file.slice(agent.length + 1))).toEqual(
      expect.arrayContaining(['package.json', '.gitignore', '.env.example', 'README.md', 'parley.json']),
    );
  },
);

test('each template names the packages that it imports', async () => {
  await createAgent(join(folder, 'tiny'), { template: 'model' });
  expect((await read('tiny/package.json'))['dependencies']).toMatchObject({ '@parley/model': '0.3.0' });
  await createAgent(join(folder, 'route'), { template: 'webhook-next' });
  expect(await read('route/package.json')).toMatchObject({
    scripts: { dev: 'parley dev --no-watch -- next dev' },
    dependencies: { next: expect.any(String) as string },
  });
  await createAgent(join(folder, 'snake'), { template: 'python' });
  expect(await readFile(join(folder, 'snake/requirements.txt'), 'utf8')).toBe('parley-agent==0.3.0\n');
  await writeFile(join(folder, 'parley_agent-0.3.0-py3-none-any.whl'), '');
  for (const name of ['protocol', 'agent-sdk', 'cli', 'testing'])
    await writeFile(join(folder, `parley-${name}-0.3.0.tgz`), '');
  await createAgent(join(folder, 'adder'), { template: 'python', packages: folder });
  const wheel = './../parley_agent-0.3.0-py3-none-any.whl\n';
  expect(await readFile(join(folder, 'adder/requirements.txt'), 'utf8')).toBe(wheel);
  await expect(createAgent(join(folder, 'big'), { template: 'model', packages: folder })).rejects.toThrow(
    'holds no parley-model-….tgz: make it with npm run pack.',
  );
});

test('the command lists its templates, and refuses another', async () => {
  const main = new URL('./main.ts', import.meta.url).pathname;
  const run = (...args: string[]) => promisify(execFile)(process.execPath, ['--import', 'tsx', main, ...args]);
  const { stdout } = await run('--help');
  for (const name of names) expect(stdout).toContain(name);
  await expect(run(join(folder, 'one'), '--template', 'tea')).rejects.toThrow(
    /There is no template tea: choose echo, model/,
  );
  await expect(run(join(folder, 'one'), '--python', '--template', 'slack')).rejects.toThrow(/template echo only/);
  expect((await run(join(folder, 'one'), '--python')).stdout).toContain('.venv/bin/pip install -r requirements.txt');
});

test('the command makes one folder, and drops no other name silently', async () => {
  const main = new URL('./main.ts', import.meta.url).pathname;
  const command = ['--import', import.meta.resolve('tsx'), main, 'x6', 'x7'];
  await expect(promisify(execFile)(process.execPath, command, { cwd: folder })).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^One folder is made at a time: leave out x7\.\n/) as string,
  });
  expect(await readdir(folder)).toEqual([]);
});

test('a file in place of the folder, or no folder of packages, is refused with what to do', async () => {
  await writeFile(join(folder, 'mine'), 'x');
  for (const path of ['mine', 'mine/bot'])
    await expect(createAgent(join(folder, path))).rejects.toThrow(
      /cannot be the folder, since a file .*: name a new folder\.$/,
    );
  const packages = join(folder, 'nodir');
  await expect(createAgent(join(folder, 'bot'), { packages })).rejects.toThrow(
    /nodir is no folder that can be read \(ENOENT\): name the one that npm run pack/,
  );
  expect(await readdir(folder)).toEqual(['mine']);
});

test('a folder that holds something, and a name that cannot be a handle, are refused with what to do', async () => {
  await mkdir(join(folder, 'full'));
  await writeFile(join(folder, 'full/mine'), 'x');
  await expect(createAgent(join(folder, 'full'))).rejects.toThrow(/full is not empty: name a new folder/);
  await expect(createAgent(join(folder, 'no way!'))).rejects.toThrow(/cannot be a handle: use 2 to 32/);
});
