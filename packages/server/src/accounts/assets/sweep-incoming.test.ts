import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sweepIncoming } from './sweep-incoming.ts';

it('removes what lies there for an hour, and nothing that may still be on its way', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-incoming-'));
  const now = Date.now();
  for (const [name, ageMinutes] of Object.entries({ old: 61, older: 600, fresh: 59 })) {
    await writeFile(join(folder, name), 'x');
    await utimes(join(folder, name), now / 1000, now / 1000 - ageMinutes * 60);
  }
  expect(await sweepIncoming(folder, now, 1)).toBe(1);
  expect(await sweepIncoming(folder, now, 10)).toBe(1);
  expect(await readdir(folder)).toEqual(['fresh']);
  await rm(folder, { recursive: true });
  expect(await sweepIncoming(folder, now, 10)).toBe(0);
});
