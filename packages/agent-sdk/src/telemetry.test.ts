import * as api from '@opentelemetry/api';
import { expect, test, vi } from 'vitest';
import { Agent } from './agent.ts';
import { messageCreated } from './fake-platform/envelopes.ts';
import { FakePlatform } from './fake-platform/fake-platform.ts';
import { openTelemetry } from './telemetry.ts';

test('OpenTelemetry gets a span for each delivery and each call, and a call carries where it stands', async () => {
  const spans: string[] = [];
  const tracer = {
    startActiveSpan: <Result>(name: string, _options: unknown, _context: unknown, run: (span: unknown) => Result) => {
      spans.push(`begin ${name}`);
      const span = {
        recordException: () => spans.push(`error in ${name}`),
        setStatus: () => undefined,
        end: () => spans.push(`end ${name}`),
      };
      return run(span);
    },
  };
  const inject = (_context: unknown, headers: Record<string, string>) => (headers['traceparent'] = traceparent);
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const platform = await new FakePlatform().start();
  const telemetry = openTelemetry({
    trace: { getTracer: () => tracer as never },
    context: { active: () => null },
    propagation: { extract: () => null, inject },
  });
  const logged: string[] = [];
  const log = (level: string, message: string) => void (level === 'debug' && logged.push(message));
  const agent = new Agent({ ...platform.options, log, telemetry, debug: true });
  agent.on('message.created', (ctx) => ctx.reply('x'));
  await agent.startRelay();
  platform.relay.deliver(messageCreated('x'));
  await vi.waitFor(() => expect(spans).toContain('end handle message.created'));
  const ofHandler = spans.filter((span) => !span.endsWith('ackDelivery'));
  expect(ofHandler).toEqual([
    'begin handle message.created',
    'begin parley reply',
    'end parley reply',
    'end handle message.created',
  ]);
  expect(platform.calls.find(({ path }) => path === '/hooks/v1/reply')?.headers['traceparent']).toBe(traceparent);
  await agent.stop();
  await platform.stop();
  expect(logged).toEqual(
    expect.arrayContaining(['A delivery is handled.', 'A call was made.', 'A delivery was handled.']),
  );
});

test('the package @opentelemetry/api has the shape that is asked for', () => {
  expect(openTelemetry(api).handle).toBeTypeOf('function');
});
