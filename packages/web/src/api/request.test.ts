import { afterEach, describe, expect, it, vi } from 'vitest';
import { RequestError, request } from './request.ts';

afterEach(() => vi.unstubAllGlobals());

function answer(status: number, body: unknown): ReturnType<typeof vi.fn> {
  const fetched = vi.fn(() =>
    Promise.resolve(new Response(body === undefined ? null : JSON.stringify(body), { status })),
  );
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

const refused = (path: string) => request('GET', path).catch((error: unknown) => error);

describe('a request', () => {
  it('gives the parsed answer, and nothing for 204', async () => {
    answer(200, { item: 1 });
    expect(await request('GET', '/v1/session')).toEqual({ item: 1 });
    answer(204, undefined);
    expect(await request('DELETE', '/v1/session')).toBeUndefined();
  });

  it('carries its idempotency key and a JSON body', async () => {
    const fetched = answer(201, {});
    await request('POST', '/v1/conversations', { body: { agentIds: [] }, idempotencyKey: 'k' });
    const headers = (fetched.mock.calls[0]?.[1] as RequestInit).headers as Headers;
    expect(headers.get('idempotency-key')).toBe('k');
    expect(headers.get('content-type')).toBe('application/json');
  });

  it("throws the server's own sentence with code, hint and request id", async () => {
    answer(409, {
      error: { code: 'handle_taken', message: 'This username is taken.', hint: 'Pick another.', requestId: 'r' },
    });
    const error = await refused('/v1/users');
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({
      code: 'handle_taken',
      status: 409,
      hint: 'Pick another.',
      requestId: 'r',
      isPassing: false,
    });
    expect((error as Error).message).toBe('This username is taken.');
  });

  it('says so where the server cannot be reached', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await refused('/v1/session')).toMatchObject({ code: 'unreachable', status: 0, isPassing: true });
  });

  it('survives an answer that is no JSON, such as that of a proxy', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 })));
    expect(await refused('/v1/session')).toMatchObject({ code: 'unknown', status: 502, isPassing: true });
  });
});
