import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDesk } from './desk.ts';
import type { Json } from './http.ts';
import { anyTexts, startProvider, toolsFile } from './provider.ts';
import { prepareDataFolder } from '../prepared-folder.ts';
import { serverCommand } from '../server-command.ts';
import { useServer } from './server.ts';
import { embedded } from '../databases-under-test.ts';

const patienceMs = 120_000;

/** Starts the server as its operator would. Returns its output and exit code; stops it if it starts. */
async function startWith(toolsPath: string): Promise<{ code: number | null; said: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-start-'));
  await prepareDataFolder(dataDir);
  const env = { PATH: process.env['PATH'], PARLEY_DATA_DIR: dataDir, PARLEY_PORT: '0', PARLEY_DEMO: '0' };
  const child = spawn(process.execPath, serverCommand(), {
    env: { ...env, PARLEY_TOOLS_FILE: toolsPath },
  });
  let said = '';
  const hear = (chunk: Buffer) => {
    said += chunk.toString();
    if (said.includes('ready at')) child.kill('SIGKILL');
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  await rm(dataDir, { recursive: true, force: true });
  return { code, said };
}

const tool = (change: Json = {}) => ({
  name: 'notes.read',
  scope: 'notes.read',
  description: 'Reads notes.',
  input_schema: anyTexts,
  http: { method: 'GET', url: 'https://notes.example/' },
  ...change,
});

describe.skipIf(embedded.skip)('§7 a tools file that stops the server at start', () => {
  it.each<[string, Json, string[]]>([
    ['is no JSON', '{"tools": [', []],
    ['has a name twice', { tools: [tool({ name: 'twin.tool' }), tool({ name: 'twin.tool' })] }, ['twin.tool']],
    ['has the name of a built-in tool', { tools: [tool({ name: 'coin.charge' })] }, ['coin.charge']],
    ['has an unknown policy', { tools: [tool({ policy: 'perhaps' })] }, ['policy']],
    [
      'has an MCP server twice',
      {
        mcp: [
          { name: 'twin', url: 'https://a.example/mcp' },
          { name: 'twin', url: 'https://b.example/mcp' },
        ],
      },
      ['twin'],
    ],
  ])('%s', { timeout: patienceMs }, async (_what, content, named) => {
    const path = toolsFile(content);
    const { code, said } = await startWith(path);
    expect(code).toBeGreaterThan(0);
    for (const word of [basename(path), ...named]) expect(said).toContain(word);
  });

  it('is not there', { timeout: patienceMs }, async () => {
    const path = join(tmpdir(), 'parley-no-such-folder', 'tools.json');
    const { code, said } = await startWith(path);
    expect(code).toBeGreaterThan(0);
    expect(said).toContain(path);
  });
});

describe('§7 a tool on the network that nobody allowed', async () => {
  const provider = await startProvider();
  afterAll(() => provider.close());
  const server = useServer({
    PARLEY_TOOLS_FILE: toolsFile({
      tools: [tool({ policy: 'allow', http: { method: 'GET', url: `${provider.origin}/` } })],
    }),
  });

  it('is never called: the rule for webhooks holds', async () => {
    const desk = await openDesk(server, ['notes.read']);
    expect(await desk.run('notes.read')).toMatchObject({ outcome: 'failed', is_error: true });
    expect(provider.calls).toEqual([]);
    desk.inbox.close();
  });
});
