import { call, type Answer, type Json } from './http.ts';
import { jsonInit, type Person } from './person.ts';
import type { Server } from './server.ts';

/** Creates a token and returns the answer's body. */
export async function newToken(person: Person, about: Json = {}): Promise<Json> {
  const answer = await person.post('/v1/tokens', { name: 'Script', ...about });
  if (answer.status !== 201) throw new Error(`Making a token answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

/** Sends one request with a token and no cookie. */
export function callWith(
  server: Server,
  token: string,
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const init = jsonInit(method, body);
  return call(server.baseUrl + path, {
    ...init,
    headers: { ...init.headers, authorization: `Bearer ${token}`, ...headers },
  });
}
