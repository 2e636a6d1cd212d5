import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Agent } from './agent.ts';
import type { Context } from './context.ts';
import { RefusedError } from './errors.ts';
import { messageCreated } from './fake-platform/envelopes.ts';
import { FakePlatform, refusal } from './fake-platform/fake-platform.ts';
import type { HandlerError } from './handler-error.ts';

let platform: FakePlatform;
let agent: Agent;
let caught: HandlerError[];
let unhandled: unknown[];
const onUnhandled = (error: unknown) => void unhandled.push(error);

beforeEach(async () => {
  platform = await new FakePlatform().start();
  [caught, unhandled] = [[], []];
  agent = new Agent({ ...platform.options, log: () => undefined, retry: { retries: 0, baseMs: 1, maxMs: 5 } });
  agent.catch((error) => caught.push(error));
  process.on('unhandledRejection', onUnhandled);
  await agent.startRelay();
});

afterEach(async () => {
  process.off('unhandledRejection', onUnhandled);
  await agent.stop();
  await platform.stop();
});

const failures = () => platform.calls.filter(({ path }) => path.endsWith('/failure'));
const refuseReplies = () => {
  platform.script = ({ path, body }) =>
    path === '/hooks/v1/reply' && body?.partial !== true ? refusal(409, 'reply_limit_reached') : undefined;
};
const turns = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
};

describe('a handler that throws', () => {
  test('is reported to the platform with what it threw, before agent.catch hears of it', async () => {
    const order: number[] = [];
    agent.catch(() => order.push(failures().length));
    agent.on('message.created', () => {
      throw new TypeError('no luck');
    });
    const envelope = messageCreated('x');
    platform.relay.deliver(envelope);
    await vi.waitFor(() => expect(order).toEqual([1]));
    expect(failures()[0]?.path).toBe(`/hooks/v1/deliveries/${envelope.delivery_id}/failure`);
    expect(failures()[0]?.body).toEqual({ version: '1', reason: 'TypeError: no luck' });
    expect(failures()[0]?.headers['idempotency-key']).toBeUndefined();
  });

  test('reports at most 1,000 characters', async () => {
    agent.on('message.created', () => {
      throw new Error('😀'.repeat(2000));
    });
    platform.relay.deliver(messageCreated('x'));
    await vi.waitFor(() => expect(caught).toHaveLength(1));
    expect(Array.from(failures()[0]?.body?.reason ?? '')).toHaveLength(1000);
  });

  test('reaches agent.catch also where the platform cannot be told', async () => {
    platform.script = ({ path }) => (path.endsWith('/failure') ? refusal(404, 'not_found') : undefined);
    agent.on('message.created', () => {
      throw new Error('no luck');
    });
    platform.relay.deliver(messageCreated('x'));
    await vi.waitFor(() => expect(caught).toHaveLength(1));
  });

  test('is not reported where the platform itself said that the delivery is gone', async () => {
    platform.script = ({ path }) => (path === '/hooks/v1/reply' ? refusal(404, 'delivery_not_found') : undefined);
    agent.on('message.created', (ctx) => ctx.reply('late'));
    platform.relay.deliver(messageCreated('x'));
    await vi.waitFor(() => expect(caught).toHaveLength(1));
    expect(failures()).toEqual([]);
  });
});

describe('a stream that throws', () => {
  async function* breaking() {
    yield 'Once upon';
    await turns();
    throw new Error('the model hung up');
  }

  test('is reported once', async () => {
    agent.on('message.created', (ctx) => ctx.stream(breaking()));
    platform.relay.deliver(messageCreated('x'));
    await vi.waitFor(() => expect(caught).toHaveLength(1));
    expect(failures().map(({ body }) => body?.reason)).toEqual(['Error: the model hung up']);
  });

  test('is reported though the handler caught it, where no reply followed', async () => {
    agent.on('message.created', (ctx) => ctx.stream(breaking()).catch(() => undefined));
    platform.relay.deliver(messageCreated('x'));
    await vi.waitFor(() => expect(failures()).toHaveLength(1));
    expect(caught).toEqual([]);
  });

  test('is not reported where the handler caught it and replied', async () => {
    let isDone = false;
    agent.on('message.created', async (ctx) => {
      await ctx.stream(breaking()).catch(() => ctx.reply('Sorry.'));
      isDone = true;
    });
    platform.relay.deliver(messageCreated('x'));
    await vi.waitFor(() => expect(isDone).toBe(true));
    await turns();
    expect(failures()).toEqual([]);
  });

  test('reaches agent.catch where nobody waited for it', async () => {
    agent.on('message.created', (ctx) => void ctx.stream(breaking()));
    platform.relay.deliver(messageCreated('x'));
    await vi.waitFor(() => expect(caught.map(({ cause }) => (cause as Error).message)).toEqual(['the model hung up']));
    expect(failures()).toHaveLength(1);
    expect(unhandled).toEqual([]);
  });
});

describe('a reply that nobody waits for', () => {
  const codes = () => caught.map(({ cause }) => (cause as RefusedError).code);

  test('reaches agent.catch where it fails, and ends nothing', async () => {
    refuseReplies();
    agent.on('message.created', (ctx) => void ctx.reply('floating'));
    const envelope = messageCreated('x');
    platform.relay.deliver(envelope);
    await vi.waitFor(() => expect(codes()).toEqual(['reply_limit_reached']));
    expect(caught[0]?.ctx.deliveryId).toBe(envelope.delivery_id);
    expect(failures()).toHaveLength(1);
    await turns();
    expect(unhandled).toEqual([]);
  });

  test('does so through then and finally too', async () => {
    refuseReplies();
    agent.on('message.created', (ctx) => {
      void ctx.reply('one').then(() => 'sent');
      void ctx.reply('two').finally(() => undefined);
    });
    platform.relay.deliver(messageCreated('x'));
    await vi.waitFor(() => expect(codes()).toEqual(['reply_limit_reached', 'reply_limit_reached']));
    await turns();
    expect(unhandled).toEqual([]);
  });

  test('does so where it is refused before it is sent', async () => {
    agent.on('message.created', (ctx) => void ctx.reply([]));
    platform.relay.deliver(messageCreated('x'));
    await vi.waitFor(() => expect(codes()).toEqual(['malformed_request']));
    expect(unhandled).toEqual([]);
  });

  test('does so where it is made after the handler has ended', async () => {
    refuseReplies();
    agent.on('message.created', (ctx) => {
      setTimeout(() => void ctx.reply('later'), 5);
    });
    platform.relay.deliver(messageCreated('x'));
    await vi.waitFor(() => expect(codes()).toEqual(['reply_limit_reached']));
    await turns();
    expect(unhandled).toEqual([]);
  });

  test('is left to a handler that waits for it later, and catches it', async () => {
    refuseReplies();
    const own: unknown[] = [];
    agent.on('message.created', async (ctx) => {
      const sent = ctx.reply('awaited later');
      await vi.waitFor(() => expect(platform.bodies('/hooks/v1/reply')).toHaveLength(1));
      await turns();
      await sent.catch((error: unknown) => own.push(error));
    });
    platform.relay.deliver(messageCreated('x'));
    await vi.waitFor(() => expect(own).toEqual([expect.any(RefusedError)]));
    await turns();
    expect([caught, unhandled, failures()]).toEqual([[], [], []]);
  });

  test('makes the delivery count as failed, so that its owner can send it again', async () => {
    refuseReplies();
    agent.on('message.created', (ctx) => void ctx.reply('floating'));
    const envelope = messageCreated('x');
    platform.relay.deliver(envelope);
    await vi.waitFor(() => expect(caught).toHaveLength(1));
    await turns();
    platform.script = () => undefined;
    platform.relay.deliver(envelope);
    await vi.waitFor(() => expect(platform.bodies('/hooks/v1/reply')).toHaveLength(2));
  });
});

test('a refusal says its hint in its message', () => {
  const error = new RefusedError({
    code: 'scope_not_granted',
    status: 403,
    message: 'The person has not granted this scope.',
    hint: 'Ask for coin.charge.',
  });
  expect(error.message).toBe('scope_not_granted: The person has not granted this scope. Ask for coin.charge.');
});

describe('blocks that the platform would refuse', () => {
  const faulty = [{ type: 'txt', text: 'x' }] as never;

  test.each([
    ['reply', (ctx: Context) => ctx.reply(faulty)],
    ['partial', (ctx: Context) => ctx.partial(faulty)],
    ['sendProactive', (ctx: Context) => ctx.sendProactive(faulty)],
    ['client', (ctx: Context) => ctx.client.reply(ctx.deliveryId, faulty)],
  ])('are an error of the line that called: %s', async (_, call) => {
    agent.on('message.created', (ctx) => call(ctx as unknown as Context));
    platform.relay.deliver(messageCreated('x'));
    await vi.waitFor(() => expect(caught).toHaveLength(1));
    const [, line] = ((caught[0]?.cause as Error).stack ?? '').split('\n');
    expect(line).toMatch(/failures\.test\.ts:\d+/);
  });

  test('are said once in the log, with that line', async () => {
    const lines: string[] = [];
    const write = vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    const logging = new Agent({ ...platform.options, retry: { retries: 0 } });
    logging.on('message.created', (ctx) => ctx.reply(faulty));
    await agent.stop();
    await logging.startRelay();
    platform.relay.deliver(messageCreated('x'));
    await vi.waitFor(() => expect(lines.join('')).toContain('block_invalid'));
    write.mockRestore();
    await logging.stop();
    const [line = ''] = lines.filter((each) => each.includes('block_invalid'));
    expect(line.split('block_invalid')).toHaveLength(2);
    expect(line).toMatch(/failures\.test\.ts:\d+/);
  });
});

test('a task cannot be moved where a delivery is about none, and the error says what to do', async () => {
  agent.on('message.created', (ctx) => ctx.updateTask('completed'));
  platform.relay.deliver(messageCreated('x'));
  await vi.waitFor(() => expect(caught).toHaveLength(1));
  expect(String(caught[0]?.cause)).toMatch(/message\.created is about none.*task\.assigned/);
  expect(platform.bodies('/hooks/v1/task')).toEqual([]);
});
