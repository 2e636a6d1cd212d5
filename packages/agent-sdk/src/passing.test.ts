import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Envelope } from '@parley/protocol';
import { newId } from '@parley/protocol';
import { Agent } from './agent.ts';
import { form } from './blocks.ts';
import type { Context } from './context.ts';
import { envelopeBase, formSubmitted, messageCreated } from './fake-platform/envelopes.ts';
import { FakePlatform } from './fake-platform/fake-platform.ts';

let platform: FakePlatform;
let agent: Agent;
let handled: string[];
let release: () => void;
let held: Promise<void>;

beforeEach(async () => {
  platform = await new FakePlatform().start();
  handled = [];
  held = new Promise((resolve) => (release = resolve));
  agent = new Agent({ ...platform.options, log: () => undefined, concurrency: 1 });
  await agent.startRelay();
});

afterEach(async () => {
  release();
  await agent.stop();
  await platform.stop();
});

const taskId = newId('task', Date.now());
const { messages } = messageCreated('Water the plants');
const base = () => ({ ...envelopeBase(), messages });
const assigned = (): Envelope<'task.assigned'> => ({ ...base(), event: 'task.assigned', task_id: taskId });
const cancelled = (): Envelope<'task.cancelled'> => ({ ...base(), event: 'task.cancelled', task_id: taskId });
const invocationId = newId('invocation', Date.now());
const toolResult = (): Envelope<'tool.result'> => ({
  ...envelopeBase(),
  event: 'tool.result',
  tool_result: {
    invocation_id: invocationId,
    tool: 'clock.now',
    requested_scope: 'clock.read',
    outcome: 'succeeded',
    content: null,
    is_error: false,
  },
});
const approved = (invocation = invocationId): Envelope<'approval.resolved'> => ({
  ...base(),
  event: 'approval.resolved',
  approval: {
    id: newId('approval', Date.now()),
    requested_scope: 'coin.charge',
    action: 'Charge',
    state: 'approved',
    invocation_id: invocation,
  },
});

describe('while a handler of the conversation runs', () => {
  /** Starts a handler of a message that runs until it is released. */
  async function occupy(begin: (ctx: Context<'message.created'>) => unknown = () => undefined): Promise<void> {
    agent.on('message.created', async (ctx) => {
      if (ctx.text !== 'long') return handled.push(ctx.text);
      await begin(ctx);
      handled.push('begun');
      await held;
      return handled.push('long');
    });
    agent.use((ctx) => handled.push(ctx.event));
    platform.relay.deliver(messageCreated('long'));
    await vi.waitFor(() => expect(handled).toEqual(['begun']));
  }

  test('the result of a tool and the cancelling of a task are handled, even with all handlers taken', async () => {
    await occupy();
    platform.relay.deliver(messageCreated('waits'));
    platform.relay.deliver(toolResult());
    platform.relay.deliver(cancelled());
    await vi.waitFor(() => expect(handled).toEqual(['begun', 'tool.result', 'task.cancelled']));
    release();
    await vi.waitFor(() => expect(handled.slice(3)).toEqual(['long', 'waits']));
  });

  test('an answer to the form that it has sent is handled', async () => {
    await occupy((ctx) => ctx.reply(form('name', [{ name: 'name', label: 'Name', field_type: 'text' }])));
    platform.relay.deliver(formSubmitted({ name: 'Ada' }));
    await vi.waitFor(() => expect(handled).toEqual(['begun', 'form.submitted']));
  });

  test('the approval that it has asked for is handled', async () => {
    platform.script = ({ path }) =>
      path === '/hooks/v1/tools/invoke'
        ? { status: 200, body: { outcome: 'pending_approval', invocation_id: invocationId, approval_id: 'apr_x' } }
        : undefined;
    await occupy((ctx) => ctx.invokeTool({ tool: 'coin.charge', requestedScope: 'coin.charge' }));
    platform.relay.deliver(approved());
    await vi.waitFor(() => expect(handled).toEqual(['begun', 'approval.resolved']));
  });

  test('a form and an approval that are not its own wait for their turn', async () => {
    await occupy();
    platform.relay.deliver(formSubmitted({ name: 'Ada' }));
    platform.relay.deliver(approved(newId('invocation', Date.now())));
    platform.relay.deliver(toolResult());
    await vi.waitFor(() => expect(handled).toEqual(['begun', 'tool.result']));
    release();
    await vi.waitFor(() => expect(handled.slice(2)).toEqual(['long', 'form.submitted', 'approval.resolved']));
  });
});

describe('a task that is cancelled', () => {
  const failures = () => platform.calls.filter(({ path }) => path.endsWith('/failure'));

  test('aborts the signal of the handler that works on it, and what that throws is no failure', async () => {
    const caught: unknown[] = [];
    agent.catch((error) => caught.push(error));
    agent.on('task.assigned', async (ctx) => {
      handled.push('begun');
      await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve));
      handled.push(`aborted: ${(ctx.signal.reason as Error).message}`);
      ctx.signal.throwIfAborted();
    });
    agent.on('task.cancelled', () => handled.push('cancelled'));
    platform.relay.deliver(assigned());
    await vi.waitFor(() => expect(handled).toEqual(['begun']));
    platform.relay.deliver(cancelled());
    await vi.waitFor(() => expect(handled).toContain('aborted: The task was cancelled.'));
    await vi.waitFor(() => expect(handled).toContain('cancelled'));
    await agent.stop();
    expect([caught, failures()]).toEqual([[], []]);
  });

  test('aborts nothing of another task', async () => {
    let signal: AbortSignal | undefined;
    agent.on('task.assigned', async (ctx) => {
      signal = ctx.signal;
      await held;
    });
    agent.on('task.cancelled', () => handled.push('cancelled'));
    platform.relay.deliver(assigned());
    const another: Envelope = { ...cancelled(), task_id: newId('task', Date.now()) };
    platform.relay.deliver(another);
    await vi.waitFor(() => expect(handled).toEqual(['cancelled']));
    expect(signal?.aborted).toBe(false);
  });

  test('is heard by work that its handler left running, and by a handler that has not begun', async () => {
    const signals: AbortSignal[] = [];
    agent.on('task.assigned', (ctx) => signals.push(ctx.signal));
    agent.on('message.created', () => held);
    platform.relay.deliver(assigned());
    await vi.waitFor(() => expect(signals).toHaveLength(1));
    platform.relay.deliver(messageCreated('long'));
    platform.relay.deliver(assigned());
    platform.relay.deliver(cancelled());
    await vi.waitFor(() => expect(signals[0]?.aborted).toBe(true));
    release();
    await vi.waitFor(() => expect(signals[1]?.aborted).toBe(true));
  });
});
