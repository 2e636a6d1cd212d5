import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createAgent } from './create-agent.ts';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'parley-create-'))));

const read = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8')) as Record<string, unknown>;

test('a new agent has the name of its folder, one handler and a test', async () => {
  await createAgent(join(folder, 'Tea-Bot'));
  expect(await read('Tea-Bot/parley.json')).toMatchObject({ handle: 'tea-bot', name: 'Tea bot', transport: 'relay' });
  expect(await read('Tea-Bot/package.json')).toMatchObject({ dependencies: { '@parley/agent-sdk': '0.2.0' } });
  expect(await readFile(join(folder, 'Tea-Bot/src/agent.ts'), 'utf8')).toContain('ctx.reply(`You said: ${ctx.text}`)');
  expect(await readFile(join(folder, 'Tea-Bot/src/agent.test.ts'), 'utf8')).toContain('You said: hello');
});

test('it takes the packages from tarballs where it is told to', async () => {
  for (const name of ['protocol', 'agent-sdk']) await writeFile(join(folder, `parley-${name}-0.2.0.tgz`), '');
  await createAgent(join(folder, 'bot'), { packages: folder });
  const { dependencies } = await read('bot/package.json');
  expect(dependencies).toMatchObject({
    '@parley/agent-sdk': 'file:../parley-agent-sdk-0.2.0.tgz',
    '@parley/protocol': 'file:../parley-protocol-0.2.0.tgz',
  });
});

test('a folder that holds something, and a name that cannot be a handle, are refused with what to do', async () => {
  await writeFile(join(folder, 'mine'), 'x');
  await expect(createAgent(folder)).rejects.toThrow(/not empty: name a new folder|cannot be a handle/);
  await expect(createAgent(join(folder, 'no way!'))).rejects.toThrow(/cannot be a handle: use 2 to 32/);
});
