import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createAgent } from '../packages/create-parley-agent/src/index.ts';
import { handleFault, nameFault } from '../packages/protocol/src/index.ts';

const reserved = [
  'parley',
  'parley-bot',
  'my_parley',
  'par-ley',
  'platform',
  'the-platform',
  'admin',
  'ad-min',
  'administrator',
  'system',
  'support',
  'security',
  'staff',
  'moderator',
  'official',
  'root',
  'help',
];
const free = ['parleybot', 'platforms', 'admin-bot', 'my-support', 'roots', 'tea'];

test.each([...reserved, ...free])('a starter called %s is begun where servers take the name', async (handle) => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-starter-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const name = handle.replaceAll(/[-_]/g, ' ');
  const isRefused = (handleFault(handle) ?? nameFault(name)) !== null;
  expect(isRefused).toBe(reserved.includes(handle));
  const created = createAgent(join(folder, handle));
  if (isRefused) await expect(created).rejects.toThrow('is no name that an agent may have');
  else await expect(created).resolves.toMatchObject({ handle });
});
