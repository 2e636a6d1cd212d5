import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '@parley/protocol';
import { sign } from '@parley/protocol/signing';
import { Agent } from '../agent.ts';
import { RefusedError } from '../errors.ts';
import { messageCreated } from '../fake-platform/envelopes.ts';
import { FakePlatform, refusal } from '../fake-platform/fake-platform.ts';

let platform: FakePlatform;
let agent: Agent;
let handled: string[];
let lines: string[];
let logged: { level: string; message: string; details: object }[];

beforeEach(async () => {
  platform = await new FakePlatform().start();
  [handled, lines, logged] = [[], [], []];
  agent = makeAgent();
});

afterEach(async () => {
  vi.restoreAllMocks();
  await agent.stop();
  await platform.stop();
});

function makeAgent(options = {}): Agent {
  const log = (level: string, message: string, details = {}) => {
    lines.push(message);
    logged.push({ level, message, details });
  };
  const made = new Agent({ ...platform.options, log, retry: { baseMs: 1, maxMs: 5 }, ...options });
  return made.on('message.created', (ctx) => handled.push(ctx.text));
}

test('a delivery that comes again is acknowledged again and handled once', async () => {
  await agent.startRelay();
  const envelope = messageCreated('once');
  platform.relay.deliver(envelope);
  platform.relay.deliver(envelope);
  await vi.waitFor(() => expect(platform.relay.acks).toHaveLength(2));
  expect(platform.relay.acks.map(({ status }) => status)).toEqual(['accepted', 'accepted']);
  expect(handled).toEqual(['once']);
});

test('a delivery with a wrong signature is not handled, and the ack says why', async () => {
  await agent.startRelay();
  const envelope = messageCreated('forged');
  const forged = sign(Buffer.alloc(32, 8), Date.now() / 1000, Buffer.from(JSON.stringify(envelope)));
  platform.relay.deliver(envelope, forged);
  await vi.waitFor(() => expect(platform.relay.acks).toHaveLength(1));
  expect(platform.relay.acks[0]).toMatchObject({ deliveryId: envelope.delivery_id, status: 'failed' });
  expect(platform.relay.acks[0]?.error).toMatch(/signature/);
  expect(handled).toEqual([]);
});

test('a delivery that was signed too long ago is refused', async () => {
  await agent.startRelay();
  const envelope = messageCreated('stale');
  const body = Buffer.from(JSON.stringify(envelope));
  platform.relay.deliver(envelope, sign(platform.secret, Date.now() / 1000 - 301, body));
  await vi.waitFor(() => expect(platform.relay.acks[0]?.status).toBe('failed'));
  expect(handled).toEqual([]);
});

test('Delivery envelope: an unknown event is acknowledged and ignored', async () => {
  await agent.startRelay();
  agent.use(() => handled.push('anything'));
  platform.relay.deliver({ ...messageCreated('x'), event: 'planet.aligned' } as never);
  platform.relay.deliver(messageCreated('y'));
  await vi.waitFor(() => expect(handled).toEqual(['y']));
  await vi.waitFor(() => expect(platform.relay.acks.map(({ status }) => status)).toEqual(['accepted', 'accepted']));
});

test('where the store of seen deliveries fails, the delivery is reported as failed and not handled', async () => {
  const seen = { accept: () => Promise.reject(new Error('disk full')), finish: () => undefined };
  agent = makeAgent({ seen });
  await agent.startRelay();
  platform.relay.deliver(messageCreated('x'));
  await vi.waitFor(() => expect(platform.relay.acks[0]?.status).toBe('failed'));
  expect(handled).toEqual([]);
});

test('an ack that the platform could not take is sent again', async () => {
  let left = 2;
  platform.script = ({ path }) => (path.endsWith('/ack') && left-- > 0 ? refusal(503, 'overloaded') : undefined);
  await agent.startRelay();
  platform.relay.deliver(messageCreated('x'));
  await vi.waitFor(() => expect(platform.relay.acks).toHaveLength(3));
  expect(handled).toEqual(['x']);
});

test('the handler runs even where the ack is lost for good', async () => {
  platform.script = ({ path }) => (path.endsWith('/ack') ? refusal(404, 'delivery_not_found') : undefined);
  await agent.startRelay();
  platform.relay.deliver(messageCreated('x'));
  await vi.waitFor(() => expect(lines).toContain('A delivery could not be acknowledged; it will come again.'));
  expect(handled).toEqual(['x']);
});

test('the stream is opened again after it broke', async () => {
  await agent.startRelay();
  platform.relay.cut();
  await vi.waitFor(() => expect(platform.relay.opened).toBe(2), { timeout: 5000 });
  platform.relay.deliver(messageCreated('after'));
  await vi.waitFor(() => expect(handled).toEqual(['after']));
});

test('a stream without a heartbeat for two and a half times its interval is given up', async () => {
  platform.relay.heartbeatSeconds = 0.04;
  await agent.startRelay();
  await vi.waitFor(() => expect(platform.relay.opened).toBe(2), { timeout: 5000 });
});

test('a frame in pieces, comments and frames that are not known do no harm', async () => {
  await agent.startRelay();
  platform.relay.write(':\n\nevent: surprise\ndata: {}\n\nevent: delivery\nda');
  platform.relay.write('ta: not json\n\nevent: heartbeat\ndata: {"at":"2026-01-31T09:00:00.000Z"}\n\n');
  platform.relay.deliver(messageCreated('still here'));
  await vi.waitFor(() => expect(handled).toEqual(['still here']));
  expect(platform.relay.opened).toBe(1);
});

test('a refused credential ends the relay with a RefusedError', async () => {
  const other = makeAgent({ credentialId: newId('credential', Date.now()) });
  const failure = await other.startRelay().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(RefusedError);
  expect(failure).toMatchObject({ code: 'unauthorized', status: 401, retryable: false, requestId: 'req_test' });
  expect(platform.rejected).toBe(1);
});

test('an agent that is paused and resumed comes back by itself, and says once that it was refused', async () => {
  const sleep = () => new Promise<void>((resolve) => setImmediate(resolve));
  agent = makeAgent({ clock: { now: () => Date.now(), sleep } });
  await agent.startRelay();
  let left = 20;
  platform.script = ({ path }) =>
    path === '/hooks/v1/stream' && left-- > 0 ? refusal(401, 'unauthorized') : undefined;
  platform.relay.cut();
  await vi.waitFor(() => expect(platform.relay.opened).toBe(2), { timeout: 5000 });
  expect(lines.filter((line) => line.startsWith('The platform refuses the agent'))).toHaveLength(1);
  platform.relay.deliver(messageCreated('resumed'));
  await vi.waitFor(() => expect(handled).toEqual(['resumed']));
});

test('an open relay that is refused is tried again up to a minute apart, never given up', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const now = Date.now();
  const [opening, silence] = [30_000, 37_500];
  const waits: number[] = [];
  const sleep = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      signal?.addEventListener('abort', () => resolve());
      if (ms === opening || ms === silence) return;
      waits.push(ms);
      if (waits.length < 10) setImmediate(resolve);
    });
  agent = makeAgent({ clock: { now: () => now, sleep } });
  await agent.startRelay();
  platform.script = ({ path }) => (path === '/hooks/v1/stream' ? refusal(401, 'unauthorized') : undefined);
  platform.relay.cut();
  await vi.waitFor(() => expect(waits).toHaveLength(10));
  expect(waits).toEqual([375, 1500, 3000, 6000, 12_000, 24_000, 45_000, 45_000, 45_000, 45_000]);
});

test('says when it is open, for which agent and over which connection', async () => {
  await agent.startRelay();
  const line = logged.find(({ message }) => message === 'The relay is open.');
  expect(line).toMatchObject({ level: 'info', details: { agent: platform.agentId, connection: expect.any(String) } });
  expect(logged.filter(({ level }) => level === 'warn')).toEqual([]);
});

test('an agent that is registered for webhooks is warned that nothing comes over its stream', async () => {
  platform.relay.transport = 'webhook';
  await agent.startRelay();
  const warnings = logged.filter(({ level }) => level === 'warn').map(({ message }) => message);
  expect(warnings).toEqual([expect.stringMatching(/registered for webhooks.*webhookListener\(\)/)]);
});

test('a delivery that comes again leaves a line', async () => {
  await agent.startRelay();
  const envelope = messageCreated('again');
  platform.relay.deliver(envelope);
  await vi.waitFor(() => expect(handled).toEqual(['again']));
  platform.relay.deliver(envelope);
  const line = {
    level: 'info',
    message: expect.stringContaining('came again'),
    details: { deliveryId: envelope.delivery_id },
  };
  await vi.waitFor(() => expect(logged).toContainEqual(line));
});

test('a relay that was refused can be started again', async () => {
  platform.script = ({ path }) => (path === '/hooks/v1/stream' ? refusal(401, 'unauthorized') : undefined);
  await expect(agent.startRelay()).rejects.toMatchObject({ code: 'unauthorized' });
  platform.script = () => undefined;
  await agent.startRelay();
  platform.relay.deliver(messageCreated('back'));
  await vi.waitFor(() => expect(handled).toEqual(['back']));
});

test('a base URL where no platform answers is an error at once', async () => {
  platform.script = () => ({ status: 200, body: { hello: 'from something else' } });
  await expect(agent.startRelay()).rejects.toMatchObject({ code: 'unexpected_answer' });
});

test('a platform that is not up yet is tried again until it answers', async () => {
  let left = 2;
  platform.script = ({ path }) => (path === '/hooks/v1/stream' && left-- > 0 ? 'drop' : undefined);
  await agent.startRelay();
  expect(platform.calls.filter(({ path }) => path === '/hooks/v1/stream')).toHaveLength(3);
});

test('too many streams is waited out, not given up', async () => {
  const waits: number[] = [];
  let left = 1;
  platform.script = ({ path }) =>
    path === '/hooks/v1/stream' && left-- > 0 ? refusal(409, 'too_many_streams') : undefined;
  const sleep = (ms: number) => {
    waits.push(ms);
    return new Promise<void>((resolve) => setTimeout(resolve, Math.min(ms, ms === 30_000 ? ms : 1)).unref());
  };
  agent = makeAgent({ clock: { now: () => Date.now(), sleep } });
  await agent.startRelay();
  expect(waits).toContain(10_000);
});

test('stop closes the stream, and another start opens a new one', async () => {
  const relay = await agent.startRelay();
  await relay.stop();
  await vi.waitFor(() => expect(platform.relay.streams).toHaveLength(0));
  await expect(relay.closed).resolves.toBeUndefined();
  await agent.startRelay();
  expect(platform.relay.opened).toBe(2);
});

test('stop ends a relay that has never reached the platform', async () => {
  platform.script = () => 'drop';
  const starting = agent.startRelay();
  await vi.waitFor(() => expect(platform.calls.length).toBeGreaterThan(0));
  await agent.stop();
  await expect(starting).resolves.toBeDefined();
});
