import { jsonInit, type Person } from '../../../packages/server/src/testing/contract/person.ts';
import type { Json } from '../../../packages/server/src/testing/contract/http.ts';
import type { AskAny } from './ask-any.ts';

/** A request of a signed-in person, for `AskAny`. */
export function asPerson({ cookie }: Person, method: string, body?: unknown, key?: string): () => RequestInit {
  const { headers, ...init } = jsonInit(method, body);
  return () => ({ ...init, headers: { ...headers, cookie, ...(key === undefined ? {} : { 'idempotency-key': key }) } });
}

/** Asks until it is done; throws where it is refused. */
export async function mustAsk(ask: AskAny, path: string, init: () => RequestInit): Promise<Json> {
  const answer = await ask(path, init);
  if (answer === null || answer.status >= 300) throw new Error(`${path} answered ${answer?.status}: ${answer?.text}`);
  return answer.body;
}
