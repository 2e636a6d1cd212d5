import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../../testing/contract/http.ts';
import { useServer } from '../../../testing/contract/server.ts';
import { openShop, type Shop } from '../fixtures/shop.ts';
import { writeToolsFile } from '../fixtures/tools-file.ts';
import { reserveHttpToolServer } from './fixtures/http-server.ts';
import { scopePart } from './mcp-server.ts';

const web = await reserveHttpToolServer();
afterAll(() => web.stop());
const program = fileURLToPath(new URL('./fixtures/stdio-server.ts', import.meta.url));
const scopes = ['add', 'read_env', 'structured', 'picture', 'fail', 'large', 'crash', 'none', 'forbidden'];
const server = useServer({
  TOOL_TOKEN: 'tool-server-secret',
  WEB_URL: web.url,
  PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8',
  PARLEY_TOOLS_FILE: writeToolsFile({
    mcp: [
      {
        name: 'local',
        command: process.execPath,
        args: ['--import', 'tsx', program],
        env: { TOKEN: '${env:TOOL_TOKEN}' },
        policy: 'allow',
        tools: { forbidden: 'deny', picture: 'require_approval' },
      },
      { name: 'web', url: '${env:WEB_URL}', policy: 'allow' },
    ],
  }),
});
let shop: Shop;

beforeAll(async () => {
  shop = await openShop(server, [...scopes.map((name) => `local.${name}`), 'web.add', 'web.none', 'web.crash']);
});

const use = async (tool: string, args: Record<string, unknown> = {}, scope = tool): Promise<Json> => {
  const { status, text, body } = await shop.invoke({ tool, scope, args });
  expect([status, text]).toEqual([200, expect.stringContaining('"outcome":"allow"')]);
  return shop.result(body.invocation_id);
};

describe('a tool server that is started as a program', () => {
  it('lends its tools under its name', async () => {
    expect(await use('local.add', { a: 1, b: 2 })).toMatchObject({
      tool: 'local.add',
      requested_scope: 'local.add',
      outcome: 'succeeded',
      content: '3',
    });
  });

  it('has each tool’s arguments checked by its own schema', async () => {
    const answer = await shop.invoke({ tool: 'local.add', args: { a: 1, b: 'two' } });
    expect(answer.body.error).toMatchObject({ code: 'arguments_invalid', path: '/arguments/b' });
  });

  it('gives names that are no scopes the nearest ones, and no secret away', async () => {
    const result = await use('local.Read-Env', {}, 'local.read_env');
    expect(result).toMatchObject({ outcome: 'succeeded', content: 'token [secret]' });
    expect(['getWeather', 'list-files', '2fa', 'a.b'].map(scopePart)).toEqual([
      'getweather',
      'list_files',
      't_2fa',
      'a_b',
    ]);
  });

  it('gives structured content before text, and parts where there is more than text', async () => {
    expect((await use('local.structured')).content).toEqual({ n: 7 });
    const asked = await shop.invoke({ tool: 'local.picture' });
    await shop.resolve(asked.body.approval_id, 'approved');
    expect((await shop.result(asked.body.invocation_id)).content).toEqual([
      { type: 'text', text: 'a dot' },
      { type: 'image', data: 'AA==', mimeType: 'image/png' },
    ]);
  });

  it('has a policy of its own for each tool that the operator names', async () => {
    expect((await shop.invoke({ tool: 'local.forbidden' })).body.outcome).toBe('deny');
    expect((await shop.invoke({ tool: 'local.picture' })).body.outcome).toBe('pending_approval');
  });

  it('fails where the tool says so, and where the answer is too large', async () => {
    expect(await use('local.fail')).toMatchObject({
      outcome: 'failed',
      content: { code: 'provider_error', status: null, answer: 'no luck' },
    });
    expect((await use('local.large')).content).toMatchObject({ code: 'provider_error', reason: 'answer_too_large' });
  });

  it('has no other tools', async () => {
    const answer = await shop.invoke({ tool: 'local.none' });
    expect([answer.status, answer.body.error.code]).toEqual([404, 'tool_not_found']);
  });

  it('that crashes fails the call, and is started anew for the next', async () => {
    expect(await use('local.crash')).toMatchObject({ outcome: 'failed', content: { code: 'provider_unavailable' } });
    expect((await use('local.add', { a: 2, b: 2 })).content).toBe('4');
  });
});

describe('a tool server behind a URL', () => {
  it('that is down stops nothing: its tools fail', async () => {
    expect(await use('web.add', { a: 1, b: 1 })).toMatchObject({
      outcome: 'failed',
      is_error: true,
      content: { code: 'provider_unavailable' },
    });
  });

  it('is there once it is up', async () => {
    await web.start();
    await server.clock.advance(5_000);
    expect((await use('web.add', { a: 1, b: 1 })).content).toBe('2');
    expect((await shop.invoke({ tool: 'web.none' })).status).toBe(404);
  });

  it('that has forgotten our session gets a new one', async () => {
    web.forget();
    expect((await use('web.add', { a: 3, b: 1 })).content).toBe('4');
  });

  it('that goes down and comes back is found again', async () => {
    await web.stop();
    expect((await use('web.add', { a: 1, b: 1 })).content).toEqual({ code: 'provider_unavailable' });
    web.forget();
    await web.start();
    await server.clock.advance(5_000);
    expect((await use('web.add', { a: 5, b: 1 })).content).toBe('6');
  });
});
