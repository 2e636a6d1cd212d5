import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parley } from './testing/cli.ts';

/** It would turn the text around, colour it and ring. */
const evil = 'a\u202Eb\u001B[31mc\u0007\u009Bd\u2066';
const shownEvil = 'a\\u202Eb\\u001B[31mc\\u0007\\u009Bd\\u2066';
const raw = /[^\P{Cc}\n]|[\p{Bidi_Control}\u2028\u2029]/u;

const agent = { agentId: 'agt_1', handle: evil, transport: 'relay', access: 'public', status: 'live' };
const message = { messageId: 'msg_1', seq: 1, createdAt: 'today', author: { name: evil }, body: evil, blocks: [] };
const refusal = { code: evil, message: evil, path: evil, reason: evil, hint: evil, requestId: evil };

// Parley's own server refuses some of this, and an address may name any server.
const server = createServer(({ method, url = '' }, response) => {
  const [status, answer] = url.startsWith('/v1/conversations/cnv_1/messages')
    ? [200, { items: [message], nextCursor: null }]
    : url === '/v1/agents/agt_1/pause'
      ? [200, { item: agent }]
      : url.startsWith('/v1/agents') && method === 'GET'
        ? [200, { items: [agent], nextCursor: null }]
        : [400, { error: refusal }];
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());

async function run(...args: string[]) {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { stdout, stderr, code } = await parley(args, { env: { PARLEY_BASE_URL: baseUrl, PARLEY_TOKEN: 'pat_1' } });
  expect(stdout).not.toMatch(raw);
  expect(stderr).not.toMatch(raw);
  return { stdout, stderr, code };
}

describe('control and bidirectional characters of a server', { timeout: 60_000 }, () => {
  it('are codes in the lines of parley tail, also as JSON', async () => {
    const { stdout } = await run('tail', 'cnv_1', '--no-follow');
    expect(stdout).toBe(`today  ${shownEvil}: ${shownEvil}\n`);
    const json = await run('tail', 'cnv_1', '--no-follow', '--json');
    expect(JSON.parse(json.stdout)).toEqual(message);
  });

  it('are codes in a result, also as JSON', async () => {
    const { stdout } = await run('agent', 'list');
    expect(stdout).toContain(`\n${shownEvil}  agt_1`);
    const json = await run('agent', 'list', '--json');
    expect(JSON.parse(json.stdout)).toEqual({ items: [agent] });
  });

  it('are codes in a note, also beside JSON', async () => {
    for (const options of [[], ['--json']]) {
      const { stderr } = await run('agent', 'pause', 'agt_1', ...options);
      expect(stderr).toContain(`${shownEvil} is paused`);
    }
  });

  it('are codes in every part of a refusal, also as JSON', async () => {
    const { code, stderr } = await run('grant', 'list');
    expect(code).toBe(1);
    const parts = ['path', 'reason', 'hint', 'requestId'].map((name) => `  ${name}: ${shownEvil}\n`);
    expect(stderr).toBe(`${shownEvil}: ${shownEvil}\n${parts.join('')}`);
    const json = await run('grant', 'list', '--json');
    expect(JSON.parse(json.stderr)).toEqual({ error: refusal });
  });
});
