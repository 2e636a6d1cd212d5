import { request } from 'node:http';
import { routes, type RouteRow } from '@parley/protocol';
import { beforeAll, describe, expect, it } from 'vitest';
import { firstAdmin } from './admin.ts';
import { registerAgent, type Agent } from './agent.ts';
import type { Answer } from './http.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { useServer } from './server.ts';
import { sign } from './signature.ts';

const server = useServer();
let ada: Person;
let root: Person;
let agent: Agent;
beforeAll(async () => {
  ada = await signUp(server);
  root = await firstAdmin(server);
  agent = await registerAgent(server, ada);
});

type Headers = Record<string, string>;

/** Sends a request of any method with a body, which fetch would not do for a GET. */
async function sendBody(
  row: Pick<RouteRow, 'method' | 'path' | 'door'> & { readonly admin?: unknown },
  body: string,
  more: Headers = {},
) {
  const signed = () => ({
    authorization: agent.authorization,
    'x-agent-signature': sign(agent.secret, agent.unix(), body),
  });
  const headers = {
    ...(row.door === 'human' ? { cookie: (row.admin ? root : ada).cookie } : signed()),
    'content-type': 'application/json',
    ...(body === '' || more['transfer-encoding'] ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    ...more,
  };
  const path = row.path.replaceAll(/\{\w+\}/g, 'x');
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(server.baseUrl + path, { method: row.method, headers, agent: false }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () => {
        const text = Buffer.concat(pieces).toString();
        const isJson = answer.headers['content-type']?.includes('json') && text !== '';
        const parsed = isJson ? JSON.parse(text) : null;
        resolve({ status: answer.statusCode ?? 0, headers: new Headers(), text, body: parsed });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const bodyless = Object.values<RouteRow>(routes).filter(({ body, takes }) => body === undefined && takes === undefined);
const named = bodyless.map((row): [string, RouteRow] => [`${row.method} ${row.path}`, row]);
const get = (path: string) => ({ method: 'GET', path, door: path.startsWith('/hooks') ? 'agent' : 'human' }) as const;

describe('§27 a call whose row names no body', () => {
  it.each(named)('%s refuses one that says something', async (_name, row) => {
    const bodies = [
      ['{"reason":"x"}', '/reason'],
      ['null', ''],
      ['[]', ''],
      ['"x"', ''],
      ['{', ''],
      ['x', ''],
    ] as const;
    for (const [body, path] of bodies) expectRefusal(await sendBody(row, body), 400, 'malformed_request', path);
  });

  it.each([
    get('/v1/session'),
    get('/v1/agents'),
    get('/hooks/v1/tools'),
    { method: 'DELETE', path: '/v1/sessions', door: 'human' } as const,
  ])('takes an empty body and {} at $method $path', async (row) => {
    for (const body of ['', '{}', ' { } ']) expect((await sendBody(row, body)).status).toBeLessThan(300);
  });

  it('does not look at the media type of an empty object, and refuses anything else of any type', async () => {
    const plain = { 'content-type': 'text/plain' };
    const row = { method: 'DELETE', path: '/v1/sessions', door: 'human' } as const;
    expect((await sendBody(row, '{}', plain)).status).toBe(204);
    expectRefusal(await sendBody(row, 'hello', plain), 400, 'malformed_request', '');
  });

  it('reads a body of HEAD as it reads one of GET, and one without a length', async () => {
    expect((await sendBody({ ...get('/v1/session'), method: 'HEAD' as 'GET' }, '{"x":1}')).status).toBe(400);
    expect((await sendBody({ ...get('/v1/session'), method: 'HEAD' as 'GET' }, '{}')).status).toBe(200);
    const chunked = { 'transfer-encoding': 'chunked' };
    expectRefusal(await sendBody(get('/v1/session'), '{"x":1}', chunked), 400, 'malformed_request', '/x');
  });

  it('bounds the body of a GET', async () => {
    const answer = await sendBody(get('/v1/session'), `{"x":"${'a'.repeat(256 * 1024)}"}`);
    expectRefusal(answer, 413, 'payload_too_large');
  });

  it('checks the signature of an agent over the body first', async () => {
    const answer = await sendBody(get('/hooks/v1/tools'), '{"x":1}', {
      'x-agent-signature': sign(agent.secret, agent.unix()),
    });
    expectRefusal(answer, 401, 'unauthorized');
  });
});

describe('§27 Content-Encoding', () => {
  it.each([
    get('/v1/session'),
    get('/hooks/v1/tools'),
    get('/'),
    get('/openapi.json'),
    get('/nowhere'),
    { method: 'POST', path: '/v1/users', door: 'human' } as const,
    { method: 'POST', path: '/v1/assets', door: 'human' } as const,
    { method: 'POST', path: '/hooks/v1/reply', door: 'agent' } as const,
    { method: 'POST', path: '/hooks/v1/assets', door: 'agent' } as const,
  ])('but identity is refused at $method $path', async (row) => {
    for (const encoding of ['gzip', 'br', 'identity, gzip', 'x', ''])
      expectRefusal(await sendBody(row, '{}', { 'content-encoding': encoding }), 415, 'unsupported_media_type');
    for (const encoding of ['identity', 'Identity'])
      expect((await sendBody(row, '{}', { 'content-encoding': encoding })).text).not.toContain('Content-Encoding');
  });
});
