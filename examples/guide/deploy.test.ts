import { FakePlatform, messageCreated, type LambdaAnswer, type LambdaEvent } from '@parley/agent-sdk';
import { platformSignatureHeader } from '@parley/protocol';
import { sign } from '@parley/protocol/signing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runExample } from '../testing/run-example.ts';
import { freePort } from '../testing/free-port.ts';

// The samples of the guide that are deployed behind an address, with deliveries that are posted to them.

const tasks: Promise<unknown>[] = [];
// Next.js is not installed here: what the sample takes of it keeps a function awake.
vi.mock('next/server', () => ({ after: (task: Promise<unknown>) => tasks.push(task) }));

let platform: FakePlatform;
beforeEach(async () => {
  platform = await new FakePlatform().start();
  const { baseUrl, agentId, credentialId, secret } = platform.options;
  vi.stubEnv('PARLEY_BASE_URL', baseUrl);
  vi.stubEnv('PARLEY_AGENT_ID', agentId);
  vi.stubEnv('PARLEY_CREDENTIAL_ID', credentialId);
  vi.stubEnv('PARLEY_AGENT_SECRET', secret);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await platform.stop();
});

function delivery(text: string) {
  const body = JSON.stringify(messageCreated(text));
  const headers = {
    'content-type': 'application/json',
    authorization: platform.authorization,
    [platformSignatureHeader]: sign(platform.secret, Date.now() / 1000, Buffer.from(body)),
  };
  return { body, headers };
}

const answer = () => vi.waitFor(() => expect(platform.bodies('/hooks/v1/reply')).toHaveLength(1));
const said = () => platform.bodies('/hooks/v1/reply')[0]?.blocks;

test('next/route.ts acknowledges at once, and answers while it is kept awake', async () => {
  const { POST } = await import('./next/route.ts');
  const response = await POST(new Request('http://app.example/hooks/parley', { method: 'POST', ...delivery('hello') }));
  expect(response.status).toBe(200);
  expect(tasks).toHaveLength(1);
  await Promise.all(tasks);
  expect(said()).toEqual([{ type: 'text', text: 'You said: hello' }]);
});

test('lambda.ts answers before it acknowledges, and refuses what nobody signed', async () => {
  const { handler } = (await import('./lambda.ts')) as { handler: (event: LambdaEvent) => Promise<LambdaAnswer> };
  const { body, headers } = delivery('hello');
  const event = { requestContext: { http: { method: 'POST' } }, body, headers };
  expect((await handler(event)).statusCode).toBe(200);
  expect(said()).toEqual([{ type: 'text', text: 'You said: hello' }]);
  expect((await handler({ ...event, body: body.replace('hello', 'hullo') })).statusCode).toBe(401);
});

test('server.ts takes deliveries beside a page for probes, and ends when it is told', async () => {
  const port = await freePort();
  const program = await runExample('guide/server.ts', platform.options, { PORT: String(port) });
  expect(await (await fetch(`http://127.0.0.1:${port}/healthz`)).text()).toBe('ok');
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', ...delivery('hello') });
  expect(response.status).toBe(200);
  await answer();
  expect(said()).toEqual([{ type: 'text', text: 'You said: hello' }]);
  expect(await program.stop()).toBe(0);
});
