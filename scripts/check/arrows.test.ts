import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

it('lets imports point left and refuses those that point right, across or in a circle', async () => {
  const broken = await brokenArrows({
    'packages/server/src/main.ts': "import './http/door.ts';\nimport './platform/storage/db.ts';\n",
    'packages/server/src/http/door.ts':
      "import '../chat/messages/send.ts';\nimport '../engine/deliveries/engine.ts';\nimport '@parley/protocol';\n",
    'packages/server/src/chat/messages/send.ts':
      "import type { Door } from '../../http/door.ts';\nimport '../../platform/storage/db.ts';\n",
    'packages/server/src/chat/messages/dead.ts': '',
    'packages/server/src/chat/messages/settle.test.ts': "import '../../engine/deliveries/lease/settle.ts';\n",
    'packages/server/src/engine/deliveries/engine.ts': "import './lease/settle.ts';\n",
    'packages/server/src/engine/deliveries/lease/settle.ts': '',
    'packages/server/src/platform/storage/db.ts': "import '../../testing/clock.ts';\nimport '@parley/showcase';\n",
    'packages/server/src/testing/clock.ts': '',
    'packages/web/src/start.ts': "import './features/rooms/list.tsx';\n",
    'packages/web/src/features/rooms/list.tsx': "import '../agents/card.tsx';\nimport '@parley/server';\n",
    'packages/web/src/features/agents/card.tsx': "import '../../../../protocol/src/ids.ts';\nimport './gone.ts';\n",
    'scripts/start.ts': "import './check/a.ts';\nimport '../bench/src/main.ts';\n",
    'scripts/check/a.ts': "import './b.ts';\n",
    'scripts/check/b.ts': "import './a.ts';\n",
    'scripts/check/dead.ts': '',
    'bench/src/main.ts': '',
    'examples/echo.ts': "import '../scripts/start.ts';\n",
  });
  expect(broken).toEqual([
    'arrows-of-web: packages/web/src/features/rooms/list.tsx',
    'no-circles: packages/server/src/chat/messages/send.ts',
    'no-circles: scripts/check/a.ts',
    'no-dead-files: packages/server/src/chat/messages/dead.ts',
    'no-dead-tools: scripts/check/dead.ts',
    'no-unresolvable: packages/web/src/features/agents/card.tsx',
    'only-tests-import-testing: packages/server/src/platform/storage/db.ts',
    'packages-by-their-front-door: packages/web/src/features/agents/card.tsx',
    'server-order-of-messages: packages/server/src/chat/messages/send.ts',
    'showcase-is-for-the-demo: packages/server/src/platform/storage/db.ts',
    'subfolders-of-engine-deliveries-are-closed: packages/server/src/chat/messages/settle.test.ts',
    'tools-never-each-other: scripts/start.ts',
    'tools-stay-outside: examples/echo.ts',
    'web-features-never-each-other: packages/web/src/features/rooms/list.tsx',
  ]);
});

const frame = {
  'tsconfig.base.json': '{ "compilerOptions": { "module": "nodenext", "jsx": "react-jsx" } }',
  'package.json': '{}',
  'packages/protocol/src/index.ts': "import './ids.ts';\n",
  'packages/protocol/src/ids.ts': '',
  'packages/showcase/src/index.ts': '',
};

async function brokenArrows(files: Record<string, string>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-arrows-'));
  try {
    for (const [path, text] of Object.entries({ ...frame, ...files })) await put(join(folder, path), text);
    for (const name of ['protocol', 'server', 'showcase', 'web']) await install(folder, name);
    return await cruise(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** Makes the workspace package importable by name, with the entry that its real manifest gives. */
async function install(folder: string, name: string): Promise<void> {
  const entry = name === 'server' ? './src/main.ts' : './src/index.ts';
  const dependencies = { '@parley/protocol': '0.1.0', '@parley/showcase': '0.1.0', '@parley/server': '0.1.0' };
  const manifest = { name: `@parley/${name}`, exports: { '.': { 'parley-source': entry } }, dependencies };
  await put(join(folder, 'packages', name, 'package.json'), JSON.stringify(manifest));
  await mkdir(join(folder, 'node_modules/@parley'), { recursive: true });
  await symlink(join(folder, 'packages', name), join(folder, 'node_modules/@parley', name));
}

async function cruise(folder: string): Promise<string[]> {
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const options = [
    'packages',
    'examples',
    'scripts',
    'bench',
    '--config',
    join(root, '.dependency-cruiser.cjs'),
    '--output-type',
    'json',
  ];
  const { stdout } = await promisify(execFile)('node', [program, ...options], { cwd: folder });
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: { from: string; to: string; rule: { name: string } }[] };
  };
  return summary.violations
    .map(({ rule, from, to }) => `${rule.name}: ${rule.name.startsWith('no-dead-') ? to : from}`)
    .toSorted();
}
