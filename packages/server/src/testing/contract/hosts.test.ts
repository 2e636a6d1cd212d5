import { describe, expect, it } from 'vitest';
import { registerAgent } from './agent.ts';
import { agentUploaded, png } from './files.ts';
import type { Answer } from './http.ts';
import { freshHandle, signUp } from './person.ts';
import { ask, exchange } from './raw.ts';
import { expectRefusal } from './refused.ts';
import { useServer } from './server.ts';
import { sign } from './signature.ts';

const expectMisdirected = (answer: Answer) => {
  expectRefusal(answer, 421, 'misdirected_request');
  const { code: _code, message, ...rest } = answer.body.error;
  expect(message).toEqual(expect.any(String));
  expect(Object.values(rest)).toEqual([answer.headers.get('x-request-id')]);
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
};

describe('§10 the host of a request', () => {
  const server = useServer({
    PARLEY_BASE_URL: 'https://Parley.Example',
    PARLEY_ALLOWED_HOSTS: 'parley.internal, Bücher.example:9',
  });
  const get = (path: string, ...headers: string[]) => ask(server.baseUrl, `GET ${path} HTTP/1.1`, headers);

  it.each([
    'localhost',
    'LocalHost:1',
    'localhost.',
    '127.0.0.1',
    '10.1.2.3:4600',
    '[::1]',
    '[2001:db8::1]:4600',
    'parley.example',
    'PARLEY.example.:443',
    'parley.internal:80',
    'xn--bcher-kva.example',
  ])('passes as %s', async (host) => {
    expect((await get('/v1/session', `Host: ${host}`)).status).toBe(401);
  });

  it.each([
    'rebound.example',
    'rebound.example:4600',
    'localhost.rebound.example',
    'parley.example.rebound.example',
    'sub.parley.example',
    '127.0.0.1.rebound.example',
    '127.0.0.1@rebound.example',
    'rebound.example#localhost',
    '127.1',
    '2130706433',
    '::1',
    '[::1',
    '[rebound.example]',
    'localhost..',
    'localhost:x',
    'localhost, rebound.example',
    '',
  ])('is refused as %j', async (host) => {
    expectMisdirected(await get('/v1/session', `Host: ${host}`));
  });

  it.each([
    '/',
    '/sign-in',
    '/assets/index.js',
    '/metrics',
    '/docs',
    '/docs/',
    '/openapi.json',
    '/schemas/v1/delivery.schema.json',
    '/v1/events',
    '/v1/nowhere',
    '/hooks/v1/stream',
    '/hooks/v1/nowhere',
    '/nowhere',
    '/%ff',
  ])('is judged before %s is answered', async (path) => {
    expectMisdirected(await get(path, 'Host: rebound.example'));
  });

  it('is judged before anything is done, whatever the method', async () => {
    const body = JSON.stringify({ handle: freshHandle(), displayName: 'A', password: 'long enough words' });
    const head = ['Host: rebound.example', 'Connection: close', 'Content-Type: application/json'];
    const lines = ['POST /v1/users HTTP/1.1', ...head, `Content-Length: ${body.length}`, '', body];
    const answer = await exchange(server.baseUrl, lines.join('\r\n'));
    expectMisdirected(answer);
    expect(answer.headers.get('set-cookie')).toBeNull();
    for (const method of ['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PROPFIND'])
      expect((await ask(server.baseUrl, `${method} / HTTP/1.1`, ['Host: rebound.example'])).status).toBe(421);
  });

  it('is one: none, two and another one in the target are refused', async () => {
    expectMisdirected(await get('/v1/session'));
    expectMisdirected(await get('/v1/session', 'Host: localhost', 'Host: localhost'));
    expectMisdirected(await get('/v1/session', 'Host: localhost', 'Host: rebound.example'));
    expectMisdirected(await get('http://rebound.example/v1/session', 'Host: localhost'));
    expect((await get('http://localhost/v1/session', 'Host: localhost')).status).toBe(401);
  });

  it('may be missing before HTTP/1.1 only', async () => {
    expect((await ask(server.baseUrl, 'GET /v1/session HTTP/1.0', [])).status).toBe(401);
    expect((await ask(server.baseUrl, 'GET /v1/session HTTP/1.0', ['Host: rebound.example'])).status).toBe(421);
  });

  it.each(['/healthz', '/readyz', '/healthz?x=1'])('does not matter to %s', async (path) => {
    for (const headers of [['Host: rebound.example'], ['Host: a', 'Host: b'], []])
      expect((await get(path, ...headers)).status).toBe(200);
  });
});

describe('§10 X-Forwarded-Host', () => {
  const plain = useServer();
  const proxied = useServer({ PARLEY_TRUSTED_PROXIES: '127.0.0.1', PARLEY_ALLOWED_HOSTS: 'public.example' });

  const linkOf = async (server: typeof plain, forwarded: string) => {
    const agent = await registerAgent(server, await signUp(server));
    const id = await agentUploaded(agent, png);
    const signature = sign(agent.secret, agent.unix());
    const signed = [`Authorization: ${agent.authorization}`, `X-Agent-Signature: ${signature}`];
    const line = `GET /hooks/v1/assets/${id}/url HTTP/1.1`;
    return ask(server.baseUrl, line, [...signed, 'Host: localhost:7', `X-Forwarded-Host: ${forwarded}`]);
  };

  it('of whoever is no trusted proxy gets into no link', async () => {
    expect((await linkOf(plain, 'rebound.example')).body.url).toMatch(/^http:\/\/localhost:7\//);
  });

  it('of a trusted proxy makes the link, and is judged as the host is', async () => {
    expect((await linkOf(proxied, 'public.example')).body.url).toMatch(/^http:\/\/public\.example\//);
    expectMisdirected(await linkOf(proxied, 'rebound.example'));
  });
});
