import { newId } from '@parley/protocol';
import { describe, expect, it, vi } from 'vitest';
import { fakeClock, type FakeClock } from '../../../testing/fake-clock.ts';
import type { Bus } from '../bus.ts';
import type { Signal } from '../signal.ts';
import type { Link } from './link.ts';
import { reconnectingBus } from './reconnecting-bus.ts';
import { decodeMessage, encodeResync, encodeSignals } from './signal-message.ts';

/** A connection scripted by the test. */
class ScriptedLink implements Link {
  readonly written: string[] = [];
  beats = 0;
  answers = true;
  closed = false;
  break: (reason: unknown) => void = () => undefined;
  readonly lost = new Promise<unknown>((resolve) => (this.break = resolve));

  constructor(readonly receive: (message: string) => void) {}

  async write(messages: readonly string[]): Promise<void> {
    if (!this.answers) return new Promise(() => undefined);
    if (messages.length === 0) this.beats++;
    this.written.push(...messages);
  }

  async close(): Promise<void> {
    this.closed = true;
  }

  signals(): Signal[] {
    return this.written.flatMap((text) => {
      const message = decodeMessage(text);
      return message !== null && 'signals' in message ? message.signals : [];
    });
  }
}

interface Scene {
  readonly bus: Bus;
  readonly clock: FakeClock;
  readonly links: ScriptedLink[];
  readonly received: Signal[];
  readonly resync: ReturnType<typeof vi.fn>;
  readonly warn: ReturnType<typeof vi.fn>;
  readonly onCut: ReturnType<typeof vi.fn>;
  refuse: boolean;
}

async function scene(refuse = false): Promise<Scene> {
  const clock = fakeClock();
  const links: ScriptedLink[] = [];
  const received: Signal[] = [];
  const parts = { clock, links, received, resync: vi.fn(), warn: vi.fn(), onCut: vi.fn(), refuse };
  const open = reconnectingBus({
    name: 'scripted',
    maxMessageBytes: 1_000,
    clock,
    onCut: parts.onCut,
    log: { info: vi.fn(), warn: parts.warn },
    connect: async (receive) => {
      if (parts.refuse) throw new Error('refused');
      const link = new ScriptedLink(receive);
      links.push(link);
      return link;
    },
  });
  return Object.assign(parts, { bus: await open((signals) => received.push(...signals), parts.resync) });
}

const waiting = (): Signal => ({ to: 'servers', type: 'deliveriesWaiting', agentId: newId('agent', Date.now()) });

describe('a bus that reconnects', () => {
  it('opens without its carrier, keeps trying, and sends what waited once it is there', async () => {
    const s = await scene(true);
    const signal = waiting();
    s.bus.send([signal]);
    await s.clock.advance(60_000);
    expect(s.links).toHaveLength(0);
    s.refuse = false;
    await s.clock.advance(5_000);
    expect(s.links[0]?.signals()).toEqual([signal]);
    expect(s.resync).toHaveBeenCalledTimes(1);
  });

  it('does not resync when the first attempt connects', async () => {
    const s = await scene();
    expect(s.resync).not.toHaveBeenCalled();
  });

  it('connects again after a loss, resyncs, and repeats what may not have arrived', async () => {
    const s = await scene();
    (s.links[0] as ScriptedLink).answers = false;
    const [first, second] = [waiting(), waiting()];
    s.bus.send([first]);
    await s.clock.advance(0);
    s.bus.send([second]);
    s.links[0]?.break(new Error('reset'));
    await s.clock.advance(0);
    await s.clock.advance(200);
    expect(s.resync).toHaveBeenCalledTimes(1);
    expect(s.links[1]?.signals()).toEqual([second]);
    await s.clock.advance(10_000);
    expect(s.links[1]?.signals()).toEqual([second, first]);
  });

  it('drops a connection that no longer answers, without being told', async () => {
    const s = await scene();
    await s.clock.advance(15_000);
    expect(s.links[0]?.beats).toBe(1);
    (s.links[0] as ScriptedLink).answers = false;
    await s.clock.advance(26_000);
    expect(s.links[0]?.closed).toBe(true);
    expect(s.links).toHaveLength(2);
    expect(s.onCut.mock.calls).toEqual([['disconnected']]);
    expect(s.resync).toHaveBeenCalledTimes(1);
  });

  it('sends one resync when more waits than it may hold', async () => {
    const s = await scene(true);
    for (let i = 0; i < 101; i++) s.bus.send(Array.from({ length: 100 }, waiting));
    s.refuse = false;
    await s.clock.advance(200);
    expect(s.links[0]?.written.map(decodeMessage)).toEqual([expect.objectContaining({ resync: true })]);
    expect(s.onCut.mock.calls).toEqual([['overflow']]);
  });

  it('tells what was published in one turn in one message, and what comes meanwhile in the next', async () => {
    const { bus, links } = await scene();
    const sent = [waiting(), waiting(), waiting(), waiting()];
    for (const one of sent.slice(0, 3)) bus.send([one]);
    await vi.waitFor(() => expect(links[0]?.written).toHaveLength(1));
    expect(links[0]?.signals()).toEqual(sent.slice(0, 3));
    bus.send(sent.slice(3));
    await vi.waitFor(() => expect(links[0]?.signals()).toEqual(sent));
    expect(links[0]?.written).toHaveLength(2);
    await bus.close();
  });

  it('has one line in the log for each change of its state, however long it is away', async () => {
    const s = await scene();
    s.refuse = true;
    s.links[0]?.break(new Error('gone'));
    await s.clock.advance(120_000);
    expect(s.warn.mock.calls).toEqual([[{ reason: 'gone', bus: 'scripted' }, 'signal bus disconnected']]);
    s.refuse = false;
    await s.clock.advance(10_000);
    expect(s.warn).toHaveBeenCalledTimes(1);
  });

  it('hears others, not itself, and survives noise and listeners that throw', async () => {
    const s = await scene();
    const [mine, theirs] = [waiting(), waiting()];
    s.bus.send([mine]);
    await s.clock.advance(0);
    const link = s.links[0] as ScriptedLink;
    for (const text of link.written) link.receive(text);
    link.receive('noise');
    for (const text of encodeSignals('other', [theirs], 1_000)) link.receive(text);
    expect(s.received).toEqual([theirs]);
    s.resync.mockImplementation(() => {
      throw new Error('listener');
    });
    expect(() => link.receive(encodeResync('other'))).not.toThrow();
    expect(s.warn).toHaveBeenCalledTimes(2);
  });

  it('sends what still waits when closed, and then stays closed', async () => {
    const s = await scene();
    const signal = waiting();
    s.bus.send([signal]);
    await s.bus.close();
    expect(s.links[0]?.signals()).toEqual([signal]);
    expect(s.links[0]?.closed).toBe(true);
    expect(s.onCut).not.toHaveBeenCalled();
    s.links[0]?.break(new Error('closed'));
    s.bus.send([waiting()]);
    await s.clock.advance(60_000);
    expect(s.links).toHaveLength(1);
    expect(s.links[0]?.written).toHaveLength(1);
  });
});
