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
  ])('is checked before %s is answered', async (path) => {
    expectMisdirected(await get(path, 'Host: rebound.example'));
  });

  it('is checked before anything is done, whatever the method', async () => {
    const body = JSON.stringify({ handle: freshHandle(), displayName: 'A', password: 'long enough words' });
    const head = ['Host: rebound.example', 'Connection: close', 'Content-Type: application/json'];
    const lines = ['POST /v1/users HTTP/1.1', ...head, `Content-Length: ${body.length}`, '', body];
    const answer = await exchange(server.baseUrl, lines.join('\r\n'));
    expectMisdirected(answer);
    expect(answer.headers.get('set-cookie')).toBeNull();
    for (const method of ['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PROPFIND'])
      expect((await ask(server.baseUrl, `${method} / HTTP/1.1`, ['Host: rebound.example'])).status).toBe(421);
  });

  describe('is told to a browser that goes to a page', () => {
    const browser = ['Accept: text/html,application/xhtml+xml;q=0.9'];
    const visit = (host: string, ...more: string[]) => get('/', `Host: ${host}`, ...browser, ...more);

    it.each([
      ['as browsers do it over plain http', []],
      ['as browsers do it over https', ['Sec-Fetch-Mode: navigate']],
    ])('§27 with a page that names the setting and the host, %s', async (_what, headers) => {
      const { status, text, headers: answered } = await visit('parley.lan:4600', ...headers);
      expect([status, answered.get('content-type')]).toEqual([421, 'text/html; charset=utf-8']);
      expect(text).toContain('<q>parley.lan:4600</q>');
      expect(text).toContain('PARLEY_ALLOWED_HOSTS=parley.lan<');
      expect(text).toContain(answered.get('x-request-id'));
      expect(text).not.toContain('<script');
      expect(answered.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /);
      expect(answered.get('x-content-type-options')).toBe('nosniff');
      expect(answered.get('cache-control')).toBe('no-store');
      expect(answered.get('set-cookie')).toBeNull();
    });

    it('with the name escaped and cut, whatever it is', async () => {
      const { text } = await visit(`"><script>alert(1)</script>${'a'.repeat(5000)}`);
      expect(text).not.toContain('<script');
      expect(text).toContain('&#60;script&#62;');
      expect(text.length).toBeLessThan(3000);
    });

    it('and as JSON to whatever else asks', async () => {
      expectMisdirected(await get('/', 'Host: parley.lan', 'Accept: */*'));
      expectMisdirected(await visit('parley.lan', 'Sec-Fetch-Mode: cors'));
      const post = await ask(server.baseUrl, 'POST / HTTP/1.1', ['Host: parley.lan', ...browser]);
      expectMisdirected(post);
    });
  });

  it('is one: two and another one in the target are refused', async () => {
    expectMisdirected(await get('/v1/session', 'Host: localhost', 'Host: localhost'));
    expectMisdirected(await get('/v1/session', 'Host: localhost', 'Host: rebound.example'));
    expectMisdirected(await get('http://rebound.example/v1/session', 'Host: localhost'));
    expect((await get('http://localhost/v1/session', 'Host: localhost')).status).toBe(401);
  });

  it('§27 may be missing before HTTP/1.1 only', async () => {
    for (const path of ['/v1/session', '/hooks/v1/stream', '/', '/nowhere', '/%ff'])
      expectRefusal(await get(path), 400, 'malformed_request');
    expect((await ask(server.baseUrl, 'GET /v1/session HTTP/1.0', [])).status).toBe(401);
    expect((await ask(server.baseUrl, 'GET /v1/session HTTP/1.0', ['Host: rebound.example'])).status).toBe(421);
  });

  it.each(['/healthz', '/readyz', '/healthz?x=1'])('does not matter to %s', async (path) => {
    for (const headers of [['Host: rebound.example'], ['Host: a', 'Host: b']])
      expect((await get(path, ...headers)).status).toBe(200);
  });

  it.each(['/healthz', '/readyz', '/v1/session', '/'])('is needed in HTTP/1.1 by %s as well', async (path) => {
    expect((await get(path)).status).toBe(400);
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

  it('of a trusted proxy makes the link, and is checked as the host is', async () => {
    expect((await linkOf(proxied, 'public.example')).body.url).toMatch(/^http:\/\/public\.example\//);
    expectMisdirected(await linkOf(proxied, 'rebound.example'));
  });
});

describe('§27 X-Forwarded-Proto', () => {
  const plain = useServer();
  const proxied = useServer({ PARLEY_TRUSTED_PROXIES: '127.0.0.1' });

  const schemeSeen = async (server: typeof plain, forwarded: string) => {
    const agent = await registerAgent(server, await signUp(server));
    const id = await agentUploaded(agent, png);
    const signature = sign(agent.secret, agent.unix());
    const signed = [`Authorization: ${agent.authorization}`, `X-Agent-Signature: ${signature}`];
    const line = `GET /hooks/v1/assets/${id}/url HTTP/1.1`;
    const answer = await ask(server.baseUrl, line, [...signed, 'Host: localhost', `X-Forwarded-Proto: ${forwarded}`]);
    return (answer.body.url as string).split(':')[0];
  };

  it.each([
    ['https', 'https'],
    ['HTTPS', 'https'],
    ['http', 'http'],
    ['ftp', 'http'],
    ['javascript', 'http'],
    ['https://evil.example/x?', 'http'],
  ])('%s of a trusted proxy makes links of %s', async (forwarded, scheme) => {
    expect(await schemeSeen(proxied, forwarded)).toBe(scheme);
  });

  it('of whoever is no trusted proxy counts for nothing', async () => {
    expect(await schemeSeen(plain, 'https')).toBe('http');
  });
});
