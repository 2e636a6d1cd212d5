import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../platform/settings/config.ts';
import { fakeClock } from '../../testing/fake-clock.ts';
import { toolEntry, writeToolsFile } from './fixtures/tools-file.ts';
import { openToolbox } from './open-toolbox.ts';
import type { Toolbox } from './toolbox.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'parley-config-'));
const log = pino({ level: 'silent' });

function open(file: unknown, env: Record<string, string> = {}): Toolbox {
  const path = typeof file === 'string' && file.startsWith('/') ? file : writeToolsFile(file);
  const config = readConfig({ PARLEY_DATA_DIR: dataDir, PARLEY_TOOLS_FILE: path, ...env });
  return openToolbox({ config, clock: fakeClock(), log });
}
const mcp = (change: Record<string, unknown> = {}) => ({ name: 'files', command: 'true', ...change });

describe('a tools file', () => {
  it('adds its tools to those that Parley brings along', async () => {
    const box = open({ tools: [toolEntry(), toolEntry({ name: 'weather.tomorrow', policy: 'deny' })] });
    expect(await box.find('weather.today')).toMatchObject({ scope: 'weather.read', policy: 'require_approval' });
    expect(await box.find('weather.tomorrow')).toMatchObject({ scope: 'weather.read', policy: 'deny' });
    expect(await box.find('coin.charge')).toMatchObject({ policy: 'require_approval', kind: 'charge' });
    expect(await box.find('weather')).toBeNull();
    expect(await box.find('__proto__')).toBeNull();
    await box.close();
  });

  it.each([
    ['/does/not/exist.json', 'cannot be read (ENOENT)'],
    ['{"tools": [', 'it is not JSON'],
    [[], 'expected object'],
    [{ tool: [] }, 'at /tool: there is no such field'],
    [{ tools: [toolEntry({ extra: 1 })] }, 'at /tools/0/extra: there is no such field'],
    [{ tools: [toolEntry({}, { body: 1 })] }, 'at /tools/0/http/body: there is no such field'],
    [{ tools: [toolEntry({ scope: 'nodot' })] }, 'at /tools/0/scope'],
    [{ tools: [toolEntry({ policy: 'maybe' })] }, 'at /tools/0/policy'],
    [{ tools: [toolEntry({ people: 'ann' })] }, 'at /tools/0/people'],
    [{ tools: [toolEntry({ agents: ['@shop'] })] }, 'at /tools/0/agents/0'],
    [{ tools: [toolEntry({ persons: ['ann'] })] }, 'at /tools/0/persons: there is no such field'],
    [{ mcp: [mcp({ people: ['A'] })] }, 'at /mcp/0/people/0'],
    [{ tools: [toolEntry({}, { method: 'TRACE' })] }, 'at /tools/0/http/method'],
    [{ tools: [toolEntry(), toolEntry()] }, 'at /tools/1/name: the name weather.today is taken'],
    [{ tools: [toolEntry({ name: 'coin.charge' })] }, 'at /tools/0/name: the name coin.charge is taken'],
    [{ mcp: [mcp(), mcp()] }, 'at /mcp/1/name: the name files is taken'],
    [{ mcp: [mcp({ name: 'coin' })] }, 'at /mcp/0/name: the name coin is taken'],
    [{ tools: [toolEntry({ name: 'files.read' })], mcp: [mcp()] }, 'at /tools/0/name: the name files.read is taken'],
    [{ mcp: [{ name: 'files' }] }, 'at /mcp/0'],
    [{ mcp: [mcp({ url: 'https://x.example' })] }, 'at /mcp/0'],
    [{ mcp: [mcp({ tools: { read: 'sure' } })] }, 'at /mcp/0/tools/read'],
    [
      { mcp: [mcp({ env: { TOKEN: '${env:NO_SUCH}' } })] },
      'at /mcp/0/env/TOKEN: The environment variable NO_SUCH is not set',
    ],
    [
      { tools: [toolEntry({}, { url: 'https://x.example/${env:NO_SUCH}' })] },
      'at /tools/0/http/url: The environment variable NO_SUCH',
    ],
    [
      { tools: [toolEntry({}, { headers: { 'x-a': '${NAME}' } })] },
      'at /tools/0/http/headers/x-a: ${NAME} is not written as ${env:NAME}',
    ],
    [{ tools: [toolEntry({}, { headers: { host: 'x' } })] }, 'at /tools/0/http/headers/host'],
    [{ tools: [toolEntry({}, { headers: { 'x-a': 'a\nb' } })] }, 'at /tools/0/http/headers/x-a'],
    [{ tools: [toolEntry({}, { url: 'weather.example' })] }, 'at /tools/0/http/url: It is not a URL'],
    [{ tools: [toolEntry({}, { url: 'ftp://weather.example' })] }, 'at /tools/0/http/url: The URL must start with'],
    [
      { tools: [toolEntry({}, { url: 'https://{host}/x' })] },
      'at /tools/0/http/url: An argument may stand in the path',
    ],
    [{ tools: [toolEntry({}, { url: 'https://api.{host}.example/' })] }, 'at /tools/0/http/url'],
    [{ tools: [toolEntry({}, { url: 'https://x.example/{a b}' })] }, 'at /tools/0/http/url: {a b} is not the name'],
    [{ tools: [toolEntry({}, { url: 'https://me:pw@x.example/' })] }, 'at /tools/0/http/url'],
    [{ tools: [toolEntry({ input_schema: { type: 'strange' } })] }, 'at /tools/0/input_schema'],
    [{ tools: [toolEntry({ input_schema: { $ref: '#/$defs/none' } })] }, 'at /tools/0/input_schema'],
    [{ tools: [toolEntry({ input_schema: { properties: { a: { pattern: '(' } } } })] }, 'at /tools/0/input_schema'],
  ])('§7 that cannot be used stops the start and says where: %j', (file, reason) => {
    expect(() => open(file)).toThrowError(reason);
    expect(() => open(file)).toThrowError(/^The tools file \/.*\.json cannot be used/);
  });

  it('takes its variables from the environment, and from files that the environment names', async () => {
    const file = writeToolsFile('from a file');
    const box = open(
      { tools: [toolEntry({}, { url: 'https://x.example/${env:A}', headers: { 'x-b': '${env:B}' } })] },
      { A: 'a', B_FILE: file },
    );
    expect(await box.find('weather.today')).not.toBeNull();
    await box.close();
  });
});
