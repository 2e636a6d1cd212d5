import type { Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDesk, type Desk } from './desk.ts';
import type { Json } from './http.ts';
import { mathServer } from './mcp-fixture.ts';
import { toolsFile } from './provider.ts';
import { expectRefusal } from './refused.ts';
import { useServer } from './server.ts';
import { webServer } from '../web-server.ts';

const patienceMs = 60_000;
const fixture = fileURLToPath(new URL('./mcp-fixture.ts', import.meta.url));
const secret = 'eleven-is-a-secret';
const http = await startHttp();
const policies = { add: 'allow', fail: 'allow', whisper: 'allow', never: 'deny' };
const server = useServer({
  PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8',
  MATH_SECRET: secret,
  PARLEY_TOOLS_FILE: toolsFile({
    mcp: [
      {
        name: 'math',
        command: process.execPath,
        args: ['--import', 'tsx', fixture, 'stdio'],
        env: { MATH_SECRET: '${env:MATH_SECRET}' },
        tools: policies,
      },
      { name: 'remote', url: http.url, policy: 'allow', tools: { never: 'deny' } },
    ],
  }),
});
const names = ['add', 'fail', 'whisper', 'never', 'careful'];
let desk: Desk;

beforeAll(async () => {
  desk = await openDesk(server, [...names.map((name) => `math.${name}`), 'remote.add', 'remote.never']);
});
afterAll(() => {
  http.server.closeAllConnections();
  http.server.close();
});

/** The same tool server over HTTP, with a new instance for each request. */
async function startHttp(): Promise<{ url: string; server: HttpServer }> {
  const answer = async (request: Request): Promise<Response> => {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await mathServer().connect(transport);
    return transport.handleRequest(request);
  };
  const listening = webServer(answer);
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(listening.address() as AddressInfo).port}/mcp`, server: listening };
}

describe('§7 the tools of an MCP server', { timeout: patienceMs }, () => {
  it.each(['math', 'remote'])('of %s are called by the server’s name and theirs', async (name) => {
    const result: Json = await desk.run(`${name}.add`, { a: 2, b: 3 });
    expect(result).toMatchObject({
      tool: `${name}.add`,
      requested_scope: `${name}.add`,
      outcome: 'succeeded',
      is_error: false,
    });
    expect(JSON.stringify(result.content)).toContain('sum 5');
  });

  it.each(['math', 'remote'])('of %s may be denied one by one', async (name) => {
    const { body } = await desk.invoke(`${name}.never`);
    expect(body.outcome).toBe('deny');
    expect((await desk.result(body.invocation_id)).outcome).toBe('denied');
  });

  it('ask first where no policy is said', async () => {
    const { invocationId, approvalId } = await desk.ask('math.careful');
    const { item } = (await desk.person.get(`/v1/approvals/${approvalId}`)).body;
    expect(item).toMatchObject({ kind: 'tool_invocation', requestedScope: 'math.careful', arguments: {} });
    await desk.resolve(approvalId, 'approved');
    const result = await desk.result(invocationId);
    expect(result.outcome).toBe('succeeded');
    expect(JSON.stringify(result.content)).toContain('done with care');
  });

  it('fail where they say so', async () => {
    expect(await desk.run('math.fail')).toMatchObject({ outcome: 'failed', is_error: true });
  });

  it('get their arguments checked', async () => {
    const answer = await desk.invoke('math.add', { a: 'two', b: 3 });
    expectRefusal(answer, 400, 'arguments_invalid', '/arguments/a');
  });

  it('get secrets by their environment, which the agent never sees', async () => {
    const result = await desk.run('math.whisper');
    expect(result.outcome).toBe('succeeded');
    expect(JSON.stringify(result.content)).toContain('it is');
    expect(JSON.stringify(desk.inbox.envelopes())).not.toContain(secret);
  });

  it('are not there under a name that the server does not have', async () => {
    const answer = await desk.invoke('math.divide', {}, { body: { requested_scope: 'math.add' } });
    expectRefusal(answer, 404, 'tool_not_found');
  });
});
