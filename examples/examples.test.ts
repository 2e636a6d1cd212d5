import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { envelopeBase, FakePlatform, formSubmitted, messageCreated } from '@parley/agent-sdk';
import { newId, platformSignatureHeader } from '@parley/protocol';
import { sign } from '@parley/protocol/signing';
import type { RunningProgram } from './testing/run-example.ts';
import { runExample } from './testing/run-example.ts';

let platform: FakePlatform;
let example: RunningProgram;

beforeEach(async () => {
  platform = await new FakePlatform().start();
});

afterEach(async () => {
  await example.stop();
  await platform.stop();
});

async function run(file: string): Promise<void> {
  example = await runExample(file, platform.options, { PORT: '0' });
}

const finals = () => platform.bodies('/hooks/v1/reply').filter(({ partial }) => partial !== true);

test('echo says back what it hears, and stops cleanly', async () => {
  await run('echo.ts');
  platform.relay.deliver(messageCreated('good morning'));
  await vi.waitFor(() => expect(finals()).toHaveLength(1));
  expect(finals()[0]?.blocks).toEqual([{ type: 'text', text: 'You said: good morning' }]);
  expect(await example.stop(), example.output()).toBe(0);
});

test('echo-webhook does the same for a delivery that is posted to it', async () => {
  await run('echo-webhook.ts');
  const body = Buffer.from(JSON.stringify(messageCreated('good evening')));
  const port = /port (\d+)/.exec(example.output())?.[1];
  const headers = {
    'content-type': 'application/json',
    authorization: platform.authorization,
    [platformSignatureHeader]: sign(platform.secret, Date.now() / 1000, body),
  };
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body });
  expect(response.status).toBe(200);
  await vi.waitFor(() => expect(finals()).toHaveLength(1));
  expect(finals()[0]?.blocks).toEqual([{ type: 'text', text: 'You said: good evening' }]);
  expect(await example.stop(), example.output()).toBe(0);
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
  expect(await example.stop(), example.output()).toBe(0);
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
  expect(await example.stop(), example.output()).toBe(0);
});

test('task works through its lines, and stops when it is cancelled', async () => {
  example = await runExample('task.ts', platform.options, { STEP_MS: '50' });
  const assign = (instructions: string) => {
    const { messages, ...rest } = messageCreated(instructions);
    const task_id = newId('task', Date.now());
    return { assigned: { ...rest, event: 'task.assigned' as const, task_id, messages }, task_id };
  };
  const updates = (deliveryId: string) =>
    platform
      .bodies('/hooks/v1/task')
      .filter((body) => body['in_reply_to_delivery_id'] === deliveryId)
      .map((body) => [body['status'], body['note']]);

  const { assigned } = assign('water the plants\n\nfeed the cat');
  platform.relay.deliver(assigned);
  await vi.waitFor(() => expect(updates(assigned.delivery_id)).toHaveLength(4), { timeout: 5000 });
  expect(updates(assigned.delivery_id)).toEqual([
    ['in_progress', '2 to do.'],
    ['in_progress', 'Done: water the plants'],
    ['in_progress', 'Done: feed the cat'],
    ['completed', undefined],
  ]);

  const long = assign(Array(200).fill('wait').join('\n'));
  platform.relay.deliver(long.assigned);
  await vi.waitFor(() => expect(updates(long.assigned.delivery_id).length).toBeGreaterThan(1), { timeout: 5000 });
  const cancelled = { ...assign('wait').assigned, event: 'task.cancelled', task_id: long.task_id };
  platform.relay.deliver(cancelled);
  await vi.waitFor(() => expect(platform.relay.acks).toHaveLength(3));
  const count = updates(long.assigned.delivery_id).length;
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(updates(long.assigned.delivery_id).length).toBeLessThanOrEqual(count + 1);
  expect(await example.stop(), example.output()).toBe(0);
});

test('calling answers the calls of other agents', async () => {
  await run('calling.ts');
  const from_agent_id = newId('agent', Date.now());
  const blocks = [{ type: 'text', text: 'What is the time?' }];
  const call = {
    ...envelopeBase(),
    event: 'agent.call',
    agent_call: { from_agent_id, depth: 2, in_answer_to: null, blocks },
  };
  platform.relay.deliver(call);
  await vi.waitFor(() => expect(finals()).toHaveLength(1));
  expect(finals()[0]?.blocks).toEqual([
    { type: 'list', title: `Call 2, from ${from_agent_id}`, items: ['What is the time?'] },
  ]);
});
