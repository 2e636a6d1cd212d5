import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { createWorld } from '@parley/testing';
import { modelOf, withHandlers } from './agent.ts';

interface Asked {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** A model on this machine that streams, and says which words it was asked last. */
async function pretendedModel(t: TestContext): Promise<{ readonly url: string; readonly asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return response.end(JSON.stringify({ data: [{ id: 'tiny' }] }));
    const body = (await json(request)) as Asked;
    asked.push(body);
    const words = ['You asked: ', body.messages.at(-1)?.content ?? ''];
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const content of words) response.write(event({ choices: [{ index: 0, delta: { content } }] }));
    response.write(event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }));
    return response.end('data: [DONE]\n\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked };
}

const event = (chunk: object) => `data: ${JSON.stringify({ id: '1', object: 'chat.completion.chunk', ...chunk })}\n\n`;

test('the model answers, and remembers what was said', { timeout: 60_000 }, async (t) => {
  const { url, asked } = await pretendedModel(t);
  const world = await createWorld();
  t.after(() => world.close());
  const requested_scopes = [{ scope: 'history.read', reason: 'To remember.' }];
  const model = modelOf({ MODEL_URL: url, MODEL_NAME: 'tiny' });
  await world.agent((agent) => withHandlers(agent, model), { manifest: { requested_scopes } });
  const ada = await world.person('ada');
  await ada.grants('history.read');
  await ada.says('Why is the sky blue?');
  await ada.sees('You asked: Why is the sky blue?');
  await ada.says('And at night?');
  await ada.sees('You asked: And at night?');
  const roles = asked.at(-1)?.messages.map(({ role }) => role);
  assert.deepEqual(roles, ['system', 'user', 'assistant', 'user']);
});
