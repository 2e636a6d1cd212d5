import { describe, expect, it } from 'vitest';
import type { Answer } from './http.ts';
import { ask, exchange } from './raw.ts';
import { expectRefusal } from './refused.ts';
import { useServer } from './server.ts';

const server = useServer();

/** Expects the form of refusals, which all parts of the server share. */
const expectForm = (answer: Answer, casing = 'requestId') => {
  expect(Object.keys(answer.body.error).sort()).toEqual(['code', 'message', casing].sort());
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(answer.body.error[casing]).toBe(answer.headers.get('x-request-id'));
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  for (const name of ['content-security-policy', 'x-content-type-options', 'cross-origin-resource-policy'])
    expect(answer.headers.get(name), name).not.toBeNull();
};

describe('§10 what no route ever sees', () => {
  it.each([
    ['a first line that is none', 'NONSENSE\r\n\r\n', 400, 'malformed_request'],
    ['a method that there is not', 'BREW /v1/session HTTP/1.1\r\nHost: localhost\r\n\r\n', 400, 'malformed_request'],
    ['another protocol', 'GET / HTTP/9.9\r\nHost: localhost\r\n\r\n', 400, 'malformed_request'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost: localhost\r\nx\r\n\r\n', 400, 'malformed_request'],
    [
      'a length beside chunks',
      'POST /v1/users HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'malformed_request',
    ],
    [
      'two lengths',
      'POST /v1/users HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
      'malformed_request',
    ],
    [
      'a chunk without a size',
      'POST /v1/users HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      400,
      'malformed_request',
    ],
    [
      'headers of 20 KiB',
      `GET / HTTP/1.1\r\nHost: localhost\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    [
      'headers of 200 KiB',
      `GET / HTTP/1.1\r\nHost: localhost\r\nx: ${'x'.repeat(200_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
  ] as const)('is refused in the form of all refusals: %s', async (_what, text, status, code) => {
    const answer = await exchange(server.baseUrl, text);
    expectRefusal(answer, status, code);
    expectForm(answer);
  });

  it('has the casing of agents where it was meant for their door', async () => {
    expectForm(await exchange(server.baseUrl, 'GET /hooks/v1/stream HTTP/1.1\r\nx\r\n\r\n'), 'request_id');
  });

  it.each([
    ['GET /%ff HTTP/1.1', 404, 'not_found', 'requestId'],
    ['GET /v1/%c0%af HTTP/1.1', 404, 'not_found', 'requestId'],
    ['GET /hooks/v1/%ff HTTP/1.1', 404, 'not_found', 'request_id'],
    ['POST /%ff HTTP/1.1', 404, 'not_found', 'requestId'],
    ['OPTIONS * HTTP/1.1', 404, 'not_found', 'requestId'],
    ['GET //evil.example/%2e%2e/ HTTP/1.1', 404, 'not_found', 'requestId'],
    [`GET /v1/agents/${'x'.repeat(5000)} HTTP/1.1`, 404, 'not_found', 'requestId'],
  ])('is refused in that form: %s', async (line, status, code, casing) => {
    const answer = await ask(server.baseUrl, line, ['Host: localhost']);
    expectRefusal(answer, status, code);
    expectForm(answer, casing);
  });

  it('does not refuse an expectation that nobody knows', async () => {
    const answer = await ask(server.baseUrl, 'GET /v1/session HTTP/1.1', ['Host: localhost', 'Expect: tea']);
    expectRefusal(answer, 401, 'unauthenticated');
  });
});
