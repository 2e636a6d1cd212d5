import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newId, type Envelope } from '@parley/protocol';
import { Agent } from '../agent.ts';
import { envelopeBase, messageCreated } from '../fake-platform/envelopes.ts';
import { FakePlatform, refusal } from '../fake-platform/fake-platform.ts';

let platform: FakePlatform;
let agent: Agent;

beforeEach(async () => {
  platform = await new FakePlatform().start();
  agent = new Agent({ ...platform.options, log: () => undefined, retry: { retries: 0 } }).catch(() => undefined);
  await agent.startRelay();
});
afterEach(async () => {
  await agent.stop(0);
  await platform.stop();
});

async function* words() {
  yield 'All ';
  await Promise.resolve();
  yield 'done.';
}

function taskAssigned(): Envelope<'task.assigned'> {
  const { messages } = messageCreated('Tidy up.');
  return { ...envelopeBase(), event: 'task.assigned', task_id: newId('task', Date.now()), messages };
}

const sent = () =>
  platform.calls.filter(({ method, body }) => method === 'POST' && body?.partial !== true).map(({ path }) => path);
const failures = () => sent().filter((path) => path.endsWith('/failure'));

test('a stream is sent at the end as its `send` says, and not as a reply too', async () => {
  const answers: unknown[] = [];
  agent.on('task.assigned', async (ctx) => {
    answers.push(await ctx.stream(words(), { send: (blocks) => ctx.updateTask('completed', { content: blocks }) }));
  });
  platform.relay.deliver(taskAssigned());
  await vi.waitFor(() => expect(answers).toEqual([{ applied: true, status: 'completed' }]));
  expect(platform.bodies('/hooks/v1/task')).toMatchObject([{ status: 'completed', blocks: [{ text: 'All done.' }] }]);
  const replies = platform.bodies('/hooks/v1/reply');
  expect(replies.filter(({ partial }) => partial !== true)).toEqual([]);
  expect(failures()).toEqual([]);
});

test('a `send` that is refused breaks the stream, which is reported though the handler caught it', async () => {
  platform.script = ({ path }) => (path === '/hooks/v1/task' ? refusal(409, 'illegal_task_transition') : undefined);
  agent.on('task.assigned', async (ctx) => {
    const send = () => ctx.updateTask('completed');
    await ctx.stream(words(), { send }).catch(() => undefined);
  });
  platform.relay.deliver(taskAssigned());
  await vi.waitFor(() => expect(failures()).toHaveLength(1));
});
