import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../../testing/contract/http.ts';
import { useServer } from '../../../testing/contract/server.ts';
import { openShop, type Shop } from '../fixtures/shop.ts';
import { writeToolsFile } from '../fixtures/tools-file.ts';
import { startPlainToolServer } from './fixtures/plain-tool-server.ts';

const known = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];
const unknown = ['2026-07-28', '2023-01-01'];
const fails = [-32_000, -32_001, -32_050];
const nameOf = (version: string) => `v${version.replaceAll('-', '')}`;
const newest = nameOf('2025-11-25');

const plain = await startPlainToolServer();
afterAll(() => plain.close());
const server = useServer({
  PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8',
  PARLEY_TOOLS_FILE: writeToolsFile({
    mcp: [
      ...[...known, ...unknown].map((version) => ({
        name: nameOf(version),
        url: `${plain.url}/${version}`,
        policy: 'allow',
      })),
      ...['endless', 'php', 'wrong'].map((name) => ({ name, url: `${plain.url}/${name}`, policy: 'allow' })),
    ],
  }),
});
let shop: Shop;

beforeAll(async () => {
  const greets = [...known, ...unknown].map((version) => `${nameOf(version)}.greet`);
  const others = ['promise', 'long', ...fails.map((code) => `fail_${-code}`)].map((name) => `${newest}.${name}`);
  shop = await openShop(server, [...greets, ...others, 'endless.t10', 'endless.t11', 'php.greet', 'wrong.greet']);
});

const use = async (tool: string, scope = tool): Promise<Json> => {
  const { status, text, body } = await shop.invoke({ tool, scope });
  expect([status, text]).toEqual([200, expect.stringContaining('"outcome":"allow"')]);
  return shop.result(body.invocation_id);
};
const requestsTo = (version: string) => plain.requests.filter((request) => request.version === version);
const error = (code: number) => ({ code: 'provider_error', status: null, error: code });

describe('a tool server', () => {
  it.each(known)('of protocol version %s is offered the newest, and then spoken to in its own', async (version) => {
    expect(await use(`${nameOf(version)}.greet`)).toMatchObject({ outcome: 'succeeded', content: 'hello' });
    const [first, ...later] = requestsTo(version);
    expect(first).toMatchObject({ method: 'initialize', params: { protocolVersion: '2025-11-25' } });
    expect(first?.headers).not.toHaveProperty('mcp-protocol-version');
    expect(later.map(({ method }) => method)).toEqual(['notifications/initialized', 'tools/list', 'tools/call']);
    const headers = { 'mcp-protocol-version': version, 'mcp-session-id': `session-of-${version}` };
    for (const request of later) expect(request.headers).toMatchObject(headers);
  });

  it.each(unknown)('of protocol version %s is asked nothing more: its tools fail', async (version) => {
    expect((await use(`${nameOf(version)}.greet`)).content).toEqual({ code: 'provider_unavailable' });
    expect(new Set(requestsTo(version).map(({ method }) => method))).toEqual(new Set(['initialize']));
  });

  it('that writes an empty capability as a list is connected', async () => {
    expect((await use('php.greet')).content).toBe('hello');
  });

  it('whose list is wrong has no tools', async () => {
    expect((await use('wrong.greet')).content).toEqual({ code: 'provider_unavailable' });
  });

  it('without an end of its list is asked for 10 pages', async () => {
    expect((await use('endless.t10')).content).toBe('hello');
    expect((await shop.invoke({ tool: 'endless.t11' })).body.error.code).toBe('tool_not_found');
    expect(requestsTo('endless').filter(({ method }) => method === 'tools/list')).toHaveLength(10);
  });
});

describe('a tool that', () => {
  it('promises structured content and gives none is a failure', async () => {
    expect((await use(`${newest}.promise`)).content).toEqual(error(-32_600));
  });

  it('runs as a task only is not called', async () => {
    expect((await use(`${newest}.long`)).content).toEqual(error(-32_600));
    expect(plain.requests.filter(({ params }) => params?.name === 'long')).toEqual([]);
  });

  it.each([
    ['a lost connection', -32_000, { code: 'provider_unavailable' }],
    ['a timeout', -32_001, { code: 'provider_error', status: null, reason: 'timeout' }],
    ['another error', -32_050, error(-32_050)],
  ])('answers with %s fails with it', async (_title, code, content) => {
    expect((await use(`${newest}.fail${code}`, `${newest}.fail_${-code}`)).content).toEqual(content);
  });
});
