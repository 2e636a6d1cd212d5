import { beforeEach, describe, expect, it } from 'vitest';
import { limits, newId, type RelayDelivery } from '@parley/protocol';
import type { EventSink } from '../../../platform/routing/route.ts';
import { fakeClock, type FakeClock } from '../../../testing/fake-clock.ts';
import { accepted, failed } from '../attempt-result.ts';
import { RelayHub } from './relay-hub.ts';
import { RelayStream } from './relay-stream.ts';

const agentId = newId('agent');
const frame = (): RelayDelivery => ({
  delivery_id: newId('delivery'),
  signature: 's',
  authorization: 'a',
  body_base64: '',
});

/** The sink of a stream. While `stalled`, its reader reads nothing. */
class Reader implements EventSink {
  readonly frames: string[] = [];
  readonly bufferedBytes = 0;
  stalled = false;
  drained: () => void = () => undefined;
  write(text: string | Buffer): boolean {
    this.frames.push(text.toString());
    return !this.stalled;
  }
  onDrain(listener: () => void): void {
    this.drained = listener;
  }
  onClose(): void {}
  close(): void {}
}

describe('the relay streams of an agent', () => {
  let clock: FakeClock;
  let hub: RelayHub;
  beforeEach(() => {
    clock = fakeClock();
    hub = new RelayHub();
  });
  const open = (listens = false) => {
    const reader = new Reader();
    const stream = new RelayStream(newId('delivery'), agentId, listens, reader, clock);
    stream.onDrain(() => undefined);
    hub.add(stream);
    return { reader, stream };
  };
  const outcome = async (waiting: ReturnType<RelayHub['deliver']>) => (await waiting)?.outcome;
  const timeOut = () => clock.advance(limits.relayAckTimeoutSeconds * 1000);

  it('take no more than their credit, and more with each acknowledgement', async () => {
    open();
    const sent = Array.from({ length: limits.relayMaxInFlight }, frame);
    const waits = sent.map((one) => hub.deliver(agentId, one));
    expect(hub.credit(agentId)).toBe(0);
    expect(hub.deliver(agentId, frame())).toBeNull();
    expect(hub.finish(agentId, sent[0]?.delivery_id as never, accepted)).toBe(true);
    expect(await outcome(waits[0] ?? null)).toBe('delivered');
    expect(hub.credit(agentId)).toBe(1);
  });

  it('fail what nobody acknowledges in time, once, and no longer wait for it', async () => {
    open();
    const one = frame();
    const waiting = hub.deliver(agentId, one);
    await timeOut();
    expect(await outcome(waiting)).toBe('ack_timeout');
    expect(hub.finish(agentId, one.delivery_id, accepted)).toBe(false);
    expect(hub.credit(agentId)).toBe(limits.relayMaxInFlight);
  });

  it('fail all that is unacknowledged when they close, and take nothing more', async () => {
    const { stream } = open();
    const waits = [frame(), frame()].map((one) => hub.deliver(agentId, one));
    hub.remove(stream);
    expect(await Promise.all(waits.map(outcome))).toEqual(['relay_disconnected', 'relay_disconnected']);
    expect(hub.has(agentId)).toBe(false);
    expect(stream.credit).toBe(0);
  });

  it('end two waits for one delivery each in its own time, as where a server that was given up has it again', async () => {
    open();
    const one = frame();
    const earlier = hub.deliver(agentId, one);
    await clock.advance(4000);
    const later = hub.deliver(agentId, one);
    await clock.advance(6000);
    expect(await outcome(earlier)).toBe('ack_timeout');
    expect(hub.finish(agentId, one.delivery_id, failed('ack_failed', 'x', true))).toBe(true);
    expect(await outcome(later)).toBe('ack_failed');
  });

  it('get nothing while they do not read, and are used again once they do', () => {
    const { reader } = open();
    reader.stalled = true;
    void hub.deliver(agentId, frame());
    expect(hub.credit(agentId)).toBe(0);
    reader.stalled = false;
    reader.drained();
    expect(hub.credit(agentId)).toBe(limits.relayMaxInFlight - 1);
  });

  it('share the work by their credit', () => {
    const streams = [open(), open(), open()];
    for (let i = 0; i < 9; i++) void hub.deliver(agentId, frame());
    expect(streams.map(({ reader }) => reader.frames.length)).toEqual([3, 3, 3]);
  });

  it('leave all to the owner who listens, and take it up again when nobody does', () => {
    const own = open();
    const listener = open(true);
    void hub.deliver(agentId, frame());
    expect([own, listener].map(({ reader }) => reader.frames.length)).toEqual([0, 1]);
    expect(hub.credit(agentId)).toBe(limits.relayMaxInFlight - 1);
    hub.remove(listener.stream);
    void hub.deliver(agentId, frame());
    expect(own.reader.frames).toHaveLength(1);
  });

  it('spare one that has gone silent without closing, for as long as another answers', async () => {
    const dead = open();
    const alive = open();
    const first = [frame(), frame()];
    for (const one of first) void hub.deliver(agentId, one);
    for (const one of first)
      if (alive.reader.frames.join('').includes(one.delivery_id)) alive.stream.finish(one.delivery_id, accepted);
    await timeOut();
    const deadBefore = dead.reader.frames.length;
    for (let i = 0; i < 5; i++) {
      const one = frame();
      void hub.deliver(agentId, one);
      expect(alive.stream.finish(one.delivery_id, accepted)).toBe(true);
    }
    expect(dead.reader.frames.length).toBe(deadBefore);
  });
});
