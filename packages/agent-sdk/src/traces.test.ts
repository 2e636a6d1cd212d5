import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { platformSignatureHeader } from '@parley/protocol';
import { sign } from '@parley/protocol/signing';
import { Agent } from './agent.ts';
import { messageCreated } from './fake-platform/envelopes.ts';
import { FakePlatform } from './fake-platform/fake-platform.ts';

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
let platform: FakePlatform;
let agent: Agent;
let seen: (string | null)[];

beforeEach(async () => {
  platform = await new FakePlatform().start();
  seen = [];
  agent = new Agent({ ...platform.options, log: () => undefined });
  agent.use((ctx, next) => {
    seen.push(ctx.traceparent);
    return next();
  });
});

afterEach(async () => {
  await agent.stop();
  await platform.stop();
});

async function deliver(headers: Record<string, string>): Promise<void> {
  const body = Buffer.from(JSON.stringify(messageCreated('x')));
  const signature = sign(platform.secret, Date.now() / 1000, body);
  const signed = { authorization: platform.authorization, [platformSignatureHeader]: signature };
  const request = new Request('http://agent/', { method: 'POST', headers: { ...signed, ...headers }, body });
  expect((await agent.webhookHandler()(request)).status).toBe(200);
}

/** The two headers of the calls that came, once there are so many. */
async function traced(count: number) {
  await vi.waitFor(() => expect(platform.calls).toHaveLength(count));
  return platform.calls.map(({ headers }) => [headers['traceparent'], headers['tracestate']]);
}

test('whatever a handler calls continues the trace of its delivery', async () => {
  agent.on('message.created', async (ctx) => {
    await ctx.partial('so');
    await ctx.reply('so far');
    await ctx.client.updateTask(ctx.deliveryId, 'completed');
  });
  await deliver({ traceparent, tracestate: 'vendor=1' });
  expect(await traced(3)).toEqual(Array(3).fill([traceparent, 'vendor=1']));
  expect(seen).toEqual([traceparent]);
});

test('an agent that makes spans of its own says where its calls belong', async () => {
  const own = traceparent.replace('b7ad6b7169203331', 'c'.repeat(16));
  agent.on('message.created', (ctx) => ctx.client.within({ traceparent: own }).reply(ctx.deliveryId, 'hi'));
  await deliver({ traceparent, tracestate: 'vendor=1' });
  expect(await traced(1)).toEqual([[own, undefined]]);
});

test('calls that no delivery began belong to no trace', async () => {
  agent.on('message.created', (ctx) => agent.client.reply(ctx.deliveryId, 'hi'));
  await deliver({ traceparent });
  expect(await traced(1)).toEqual([[undefined, undefined]]);
});

test.each([{}, { traceparent: 'nonsense' }, { tracestate: 'vendor=1' }])(
  'a delivery with the headers %j belongs to no trace',
  async (headers) => {
    agent.on('message.created', (ctx) => ctx.reply('hi'));
    await deliver(headers);
    expect(await traced(1)).toEqual([[undefined, undefined]]);
    expect(seen).toEqual([null]);
  },
);
