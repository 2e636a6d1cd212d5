import { randomBytes } from 'node:crypto';
import { call, type Answer, type Json } from './http.ts';
import type { Server } from './server.ts';

type Headers = Record<string, string>;

/** A signed-in person. Every request carries the session cookie. */
export interface Person {
  userId: string;
  handle: string;
  displayName: string;
  password: string;
  /** `name=value`, as a browser sends it. */
  cookie: string;
  /** Sends any request, with its body unchanged. */
  send(method: string, path: string, init?: { body?: BodyInit; headers?: Headers; duplex?: 'half' }): Promise<Answer>;
  get(path: string, headers?: Headers): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Headers): Promise<Answer>;
  put(path: string, body?: unknown, headers?: Headers): Promise<Answer>;
  patch(path: string, body?: unknown, headers?: Headers): Promise<Answer>;
  del(path: string, headers?: Headers): Promise<Answer>;
}

/** Returns a handle that is not taken. */
export const freshHandle = (start = 'p'): string => `${start}${randomBytes(6).toString('hex')}`;

/** Signs a new person up and keeps the cookie. */
export async function signUp(server: Server, about: Record<string, string> = {}): Promise<Person> {
  const profile = { handle: freshHandle(), displayName: 'Ada Example', password: 'correct horse battery', ...about };
  const answer = await call(`${server.baseUrl}/v1/users`, jsonInit('POST', profile));
  if (answer.status !== 201) throw new Error(`Sign-up answered ${answer.status}: ${answer.text}`);
  return personWith(server, cookieOf(answer), { ...answer.body.item, password: profile.password });
}

/** Signs the same person in for another session. */
export async function signIn(server: Server, { handle, password }: Person, headers: Headers = {}): Promise<Person> {
  const init = jsonInit('POST', { handle, password });
  const answer = await call(`${server.baseUrl}/v1/session`, { ...init, headers: { ...init.headers, ...headers } });
  if (answer.status !== 200) throw new Error(`Signing in answered ${answer.status}: ${answer.text}`);
  return personWith(server, cookieOf(answer), { ...answer.body.item, password });
}

/** Returns the session cookie of an answer, as `name=value`. */
export function cookieOf(answer: Answer): string {
  const cookie = answer.headers.getSetCookie().find((line) => line.includes('parley_session='));
  if (!cookie) throw new Error('The answer sets no session cookie.');
  return cookie.split(';')[0]!;
}

/** Returns a person who sends this cookie. */
export function personWith(server: Server, cookie: string, about: Json): Person {
  const send: Person['send'] = (method, path, init = {}) =>
    call(server.baseUrl + path, { method, ...init, headers: { cookie, ...init.headers } });
  const json =
    (method: string) =>
    (path: string, body?: unknown, headers: Headers = {}) => {
      const init = jsonInit(method, body);
      return send(method, path, { ...init, headers: { ...init.headers, ...headers } });
    };
  return {
    userId: about.userId,
    handle: about.handle,
    displayName: about.displayName,
    password: about.password,
    cookie,
    send,
    get: (path, headers = {}) => send('GET', path, { headers }),
    post: json('POST'),
    put: json('PUT'),
    patch: json('PATCH'),
    del: (path, headers = {}) => send('DELETE', path, { headers }),
  };
}

/** Builds a request with a JSON body, or without a body if it is undefined. */
export function jsonInit(method: string, body?: unknown): { method: string; headers: Headers; body?: string } {
  if (body === undefined) return { method, headers: {} };
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
