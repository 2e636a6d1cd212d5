import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakePlatform, formSubmitted, messageCreated } from '@parley/agent-sdk';
import { platformSignatureHeader, sign } from '@parley/protocol';

let platform: FakePlatform;
let child: ChildProcess;
let output: string;

beforeEach(async () => {
  platform = await new FakePlatform().start();
  output = '';
});

afterEach(async () => {
  if (child.exitCode === null) child.kill('SIGKILL');
  await platform.stop();
});

/** Runs an example as a developer would, and waits until it says that it listens. */
async function run(example: string): Promise<void> {
  const { baseUrl, agentId, credentialId, secret } = platform.options;
  const script = fileURLToPath(new URL(example, import.meta.url));
  child = spawn(process.execPath, ['--import', 'tsx', '--conditions', 'parley-source', script], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      PARLEY_BASE_URL: baseUrl,
      PARLEY_AGENT_ID: agentId,
      PARLEY_CREDENTIAL_ID: credentialId,
      PARLEY_AGENT_SECRET: secret,
    },
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await vi.waitFor(() => expect(output).toMatch(/Listening/), { timeout: 15_000, interval: 50 });
}

/** Asks the example to stop, and returns its exit code. */
async function stop(): Promise<unknown> {
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  return code;
}

const finals = () => platform.bodies('/hooks/v1/reply').filter(({ partial }) => partial !== true);

test('echo says back what it hears, and stops cleanly', async () => {
  await run('echo.ts');
  platform.relay.deliver(messageCreated('good morning'));
  await vi.waitFor(() => expect(finals()).toHaveLength(1));
  expect(finals()[0]?.blocks).toEqual([{ type: 'text', text: 'You said: good morning' }]);
  expect(await stop(), output).toBe(0);
});

test('echo-webhook does the same for a delivery that is posted to it', async () => {
  await run('echo-webhook.ts');
  const body = Buffer.from(JSON.stringify(messageCreated('good evening')));
  const port = /port (\d+)/.exec(output)?.[1];
  const headers = {
    'content-type': 'application/json',
    authorization: platform.authorization,
    [platformSignatureHeader]: sign(platform.secret, Date.now() / 1000, body),
  };
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body });
  expect(response.status).toBe(200);
  await vi.waitFor(() => expect(finals()).toHaveLength(1));
  expect(finals()[0]?.blocks).toEqual([{ type: 'text', text: 'You said: good evening' }]);
  expect(await stop(), output).toBe(0);
});

test('streaming shows the answer in drafts before it is whole', async () => {
  await run('streaming.ts');
  platform.relay.deliver(messageCreated('one three seventeen'));
  await vi.waitFor(() => expect(finals()).toHaveLength(1), { timeout: 5000 });
  const all = platform.bodies('/hooks/v1/reply');
  expect(all[0]).toMatchObject({ partial: true, blocks: [{ type: 'intent', text: 'Counting your words' }] });
  expect(all.length).toBeGreaterThan(2);
  expect(finals()[0]?.blocks).toEqual([
    { type: 'text', text: '1. one  \n2. three  \n3. seventeen  \n' },
    { type: 'list', title: 'Your longest words', items: ['seventeen', 'three', 'one'] },
  ]);
  expect(await stop(), output).toBe(0);
});

test('form offers a form and repeats the answers', async () => {
  await run('form.ts');
  platform.relay.deliver(messageCreated('hello'));
  platform.relay.deliver(messageCreated('order'));
  platform.relay.deliver(formSubmitted({ drink: 'Tea', cups: 2 }));
  await vi.waitFor(() => expect(finals()).toHaveLength(3));
  const types = finals().map(({ blocks }) => blocks?.map(({ type }) => type).join(' '));
  expect(types.sort()).toEqual(['text buttons', 'text form', 'text table']);
  const answer = finals().find(({ blocks }) => blocks?.[1]?.type === 'table');
  expect(answer?.blocks?.[1]?.['rows']).toEqual([
    ['drink', 'Tea'],
    ['cups', '2'],
  ]);
  expect(await stop(), output).toBe(0);
});
