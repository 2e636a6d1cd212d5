import type { paths } from './parley.ts';

type Path = keyof paths;
type Method = 'get' | 'post';
type Operation<P extends Path, M extends Method> = NonNullable<paths[P][M]>;
type Json<T> = T extends { content: { 'application/json': infer J } } ? J : never;
type Body<O> = O extends { requestBody?: infer B } ? Json<NonNullable<B>> : never;
type Answer<O> = O extends { responses: infer R } ? Json<R[keyof R & (200 | 201)]> : never;
type PathOf<O> = O extends { parameters: { path: infer P } } ? P : Record<never, never>;
type Call<O> = { params?: PathOf<O>; query?: Record<string, string>; body?: Body<O> };

/** Signs up, opens a room with an agent, asks it something and waits for its answer; typed by nothing but the published contract. */
export async function ask(baseUrl: string, handle: string, question: string): Promise<string> {
  let cookie = '';
  async function call<P extends Path, M extends Method>(
    method: M,
    path: P,
    { params, query, body }: Call<Operation<P, M>>,
  ) {
    const filled = Object.entries(params ?? {}).reduce(
      (at, [name, id]) => at.replace(`{${name}}`, String(id)),
      String(path),
    );
    const headers = { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const url = `${baseUrl}${filled}?${new URLSearchParams(query).toString()}`;
    const response = await fetch(url, { method: method.toUpperCase(), headers, ...sent });
    if (!response.ok) throw new Error(`${method} ${filled}: ${response.status} ${await response.text()}`);
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    return (await response.json()) as Answer<Operation<P, M>>;
  }

  await call('post', '/v1/users', { body: { handle, displayName: 'Ada', password: 'correct horse battery' } });
  const { items: agents } = await call('get', '/v1/agents/directory', { query: { limit: '1' } });
  const agentIds = agents.map(({ agentId }) => agentId);
  const { item: room } = await call('post', '/v1/conversations', { body: { agentIds } });
  const params = { conversationId: room.conversationId };
  const sent = await call('post', '/v1/conversations/{conversationId}/messages', { params, body: { text: question } });
  for (;;) {
    const query = { after: String(sent.seq) };
    const { items } = await call('get', '/v1/conversations/{conversationId}/messages', { params, query });
    for (const block of items.filter(({ partial }) => !partial).flatMap(({ blocks }) => blocks))
      if (block.type === 'text') return block.text;
  }
}
