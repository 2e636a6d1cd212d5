import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Sources, or the build where it is of these sources, which starts in half the time if Vitest takes it for installed. */
const conditions = JSON.stringify({ conditions: process.env['PARLEY_TEST_BUILT'] === '1' ? [] : ['parley-source'] });

/** Runs a file of tests as somebody does who has set nothing. */
async function runVitest(source: string): Promise<{ code: number | null; text: string }> {
  await mkdir(join(root, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(root, '.cache/vitest-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(
    join(folder, 'vitest.config.mjs'),
    `export default { resolve: ${conditions}, ssr: { resolve: ${conditions} }, test: { server: { deps: { external: [/packages\\/[^/]+\\/dist\\//] } } } };`,
  );
  await writeFile(join(folder, 'slow.test.ts'), source);
  const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder], {
    env: { PATH: process.env['PATH'], NO_COLOR: '1' },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (text += bytes.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, text };
}

test('a test may take as long as what the kit waits for, once the entry for vitest is imported', async () => {
  const { code, text } = await runVitest(`
    import '@parley/testing/vitest';
    import { test } from 'vitest';
    test('slow', () => new Promise((resolve) => setTimeout(resolve, 5500)));
  `);
  expect(text).toContain('1 passed');
  expect(code).toBe(0);
}, 120_000);

test('longer times of the configuration stay', async () => {
  const { text } = await runVitest(`
    import { expect, test, vi } from 'vitest';
    vi.setConfig({ testTimeout: 90_000, hookTimeout: 1 });
    await import('@parley/testing/vitest');
    test('times', ({ task }) => expect(task.timeout).toBe(90_000));
  `);
  expect(text).toContain('1 passed');
}, 120_000);
