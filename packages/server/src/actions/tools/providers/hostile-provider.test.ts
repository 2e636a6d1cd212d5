import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../platform/settings/config.ts';
import { eventually } from '../../../testing/contract/eventually.ts';
import type { Json } from '../../../testing/contract/http.ts';
import { useServer } from '../../../testing/contract/server.ts';
import { fakeClock } from '../../../testing/fake-clock.ts';
import { openShop, type Shop } from '../fixtures/shop.ts';
import { toolEntry, writeToolsFile } from '../fixtures/tools-file.ts';
import { openToolbox } from '../open-toolbox.ts';
import { hostileNames, startHostileWeb } from './fixtures/hostile-web.ts';

const web = await startHostileWeb();
afterAll(() => web.close());
const program = fileURLToPath(new URL('./fixtures/hostile-program.ts', import.meta.url));
const count = join(mkdtempSync(join(tmpdir(), 'parley-hostile-')), 'count');
const printed = ['no_newline', 'pings', 'fine', 'deep', 'slow_pattern', 'remote_ref'];
const server = useServer({
  COUNT: count,
  PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8',
  PARLEY_TOOLS_FILE: writeToolsFile({
    tools: hostileNames.map((name) =>
      toolEntry({ name: `web.${name}`, policy: 'allow', scope: 'web.call' }, { url: `${web.url}/${name}` }),
    ),
    mcp: [
      { name: 'remote', url: `${web.url}/mcp`, policy: 'allow' },
      {
        name: 'local',
        command: process.execPath,
        args: ['--import', 'tsx', program],
        env: { COUNT: '${env:COUNT}' },
        policy: 'allow',
      },
    ],
  }),
});
let shop: Shop;

beforeAll(async () => {
  const scopes = [...hostileNames.map((name) => `remote.${name}`), ...printed.map((name) => `local.${name}`)];
  shop = await openShop(server, ['web.call', 'clock.read', ...scopes]);
});

const ask = async (tool: string, scope = tool): Promise<string> => {
  const { status, text, body } = await shop.invoke({ tool, scope });
  expect([status, text]).toEqual([200, expect.stringContaining('"outcome":"allow"')]);
  return body.invocation_id;
};
const use = async (tool: string, scope = tool): Promise<Json> => shop.result(await ask(tool, scope));
const fault = (reason: string, status: number | null = expect.any(Number)) => ({
  outcome: 'failed',
  is_error: true,
  content: { code: 'provider_error', status, reason },
});
/** Bytes in two kernel buffers count as written, although at most 1 MiB of them is read. */
const onTheWay = 24 * 1024 * 1024;
const writtenOf = (name: string) => eventually(server, `the end of ${name}`, async () => web.written.get(name) ?? null);
const theOthersGoOn = async () => {
  expect((await use('clock.now', 'clock.read')).outcome).toBe('succeeded');
  expect((await use('remote.fine')).content).toBe('fine');
  expect((await use('local.fine')).content).toBe('fine');
};

describe('a tool server behind a URL that answers', () => {
  it.each([
    ['a line without an end', 'endless_line', 'answer_too_large'],
    ['JSON without an end', 'endless_json', 'answer_too_large'],
    ['messages without an end', 'endless_events', 'answer_too_large'],
  ])('%s is read to 1 MiB and no further', async (_title, name, reason) => {
    expect(await use(`remote.${name}`)).toMatchObject({
      ...fault(reason),
      content: { code: 'provider_error', reason },
    });
    expect(await writtenOf(`mcp ${name}`)).toBeLessThan(onTheWay);
    await theOthersGoOn();
  });

  it.each(['bomb', 'bomb_events'])('packed (%s) is refused unread, for nothing packed was asked for', async (name) => {
    expect(await use(`remote.${name}`)).toMatchObject(fault('answer_encoded', 200));
    expect(web.lastHeaders()['accept-encoding']).toBe('identity');
    await theOthersGoOn();
  });

  it('nested without measure is a failure', async () => {
    expect(await use('remote.deep')).toMatchObject(fault('answer_too_deep', null));
    await theOthersGoOn();
  });

  it('parts that are all invalid, or more values than content may have, is a failure at the first', async () => {
    expect((await use('remote.many_errors')).content).toEqual({ code: 'provider_unavailable' });
    await server.clock.advance(5_000);
    expect(await use('remote.many_values')).toMatchObject(fault('answer_too_large', null));
    await theOthersGoOn();
  });

  it('events that never end has 30 seconds', async () => {
    const invocationId = await ask('remote.silent_events');
    await eventually(server, 'the call', async () => web.begun.has('mcp silent_events') || null);
    await server.clock.advance(30_000);
    expect(await shop.result(invocationId)).toMatchObject(fault('timeout', null));
    expect(await writtenOf('mcp silent_events')).toBeLessThan(1_000);
    await theOthersGoOn();
  });

  it('headers without measure, or a redirect, is a failure, and the redirect is not followed', async () => {
    expect((await use('remote.many_headers')).content).toEqual({ code: 'provider_unavailable' });
    await server.clock.advance(5_000);
    expect((await use('remote.redirect')).content).toEqual({ code: 'provider_unavailable' });
    await server.clock.advance(5_000);
    expect(web.strayed()).toBe(0);
    await theOthersGoOn();
  });
});

describe('a tool that is one request, whose provider answers', () => {
  it.each([
    ['without an end', 'endless_json', fault('answer_too_large', 200)],
    ['packed', 'bomb', fault('answer_encoded', 200)],
    ['nested without measure', 'deep', fault('answer_too_deep', 200)],
    ['headers without measure', 'many_headers', fault('connection_failed', null)],
  ])('%s fails, and nothing else does', async (_title, name, result) => {
    expect(await use(`web.${name}`, 'web.call')).toMatchObject(result);
    expect(await writtenOf(name)).toBeLessThan(onTheWay);
    await theOthersGoOn();
  });
});

describe('a tool server that is started as a program and prints', () => {
  it.each([
    ['a line without an end', 'no_newline'],
    ['questions without an end', 'pings'],
  ])('%s is ended, and started anew for the next call', async (_title, name) => {
    expect(await use(`local.${name}`)).toMatchObject(fault('answer_too_large', null));
    expect(Number(readFileSync(count, 'utf8'))).toBeLessThan(8 * 1024 * 1024);
    await theOthersGoOn();
  });

  it('what is nested without measure says nothing', async () => {
    const invocationId = await ask('local.deep');
    await eventually(server, 'the call', async () => readFileSync(count, 'utf8') === 'deep');
    await server.clock.advance(30_000);
    expect(await shop.result(invocationId)).toMatchObject(fault('timeout', null));
    await theOthersGoOn();
  });
});

describe('a tool server whose input schemas mean harm', () => {
  it('has patterns checked that would take for ever, exactly', async () => {
    const tool = 'local.slow_pattern';
    const wrong = await shop.invoke({ tool, args: { a: `${'a'.repeat(10_000)}!` } });
    expect([wrong.status, wrong.body.error]).toEqual([
      400,
      expect.objectContaining({ code: 'arguments_invalid', path: '/arguments/a' }),
    ]);
    expect((await shop.invoke({ tool, args: { a: 'aaa' } })).body.outcome).toBe('allow');
  });

  it('has the tools left out whose schema cannot be used, and each is named in the log', async () => {
    expect((await shop.invoke({ tool: 'local.remote_ref' })).body.error.code).toBe('tool_not_found');
    await theOthersGoOn();
    const lines: { tool?: string }[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const mcp = { name: 'local', command: process.execPath, args: ['--import', 'tsx', program], people: [] };
    const config = readConfig({
      DATABASE_URL: 'postgres://nowhere',
      PARLEY_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
      PARLEY_TOOLS_FILE: writeToolsFile({ mcp: [mcp] }),
    });
    const box = openToolbox({ config, clock: fakeClock(), log });
    // No tool is offered before the program has answered.
    await expect.poll(() => box.find('local.none'), { timeout: 30_000 }).toBeNull();
    const names = ['local.huge', 'local.itself', 'local.no_pattern', 'local.remote_ref', 'local.a\u202eb'];
    expect(await Promise.all(names.map((name) => box.find(name)))).toEqual(names.map(() => null));
    expect(await box.find('local.fine')).not.toBeNull();
    await box.close();
    const named = new Set(lines.flatMap(({ tool }) => tool ?? []));
    expect([...named].sort()).toEqual([
      'local.ab',
      'local.huge',
      'local.itself',
      'local.no_pattern',
      'local.remote_ref',
    ]);
  });
});
