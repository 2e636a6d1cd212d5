import { newId } from '@parley/protocol';
import { describe, expect, it, vi } from 'vitest';
import type { Bus } from './bus.ts';
import { openHub } from './hub.ts';
import { tell, type Signal } from './signal.ts';

const ann = newId('user');
const update = (): Signal => tell([ann], 'conversationUpdated', { conversationId: newId('conversation') });

/** Opens a hub, records what it sends to other servers, and lets the test send signals of theirs. */
async function hubOnBus() {
  const sent: (Signal | 'gap')[] = [];
  let hear: (signals: readonly Signal[]) => void = () => undefined;
  let resync: () => void = () => undefined;
  const hub = await openHub(async (receive, onGap): Promise<Bus> => {
    [hear, resync] = [receive, onGap];
    return {
      send: (signals) => sent.push(...signals),
      sendGap: () => sent.push('gap'),
      close: async () => undefined,
    };
  });
  return { hub, sent, hear: (signals: readonly Signal[]) => hear(signals), resync: () => resync() };
}

describe('a hub', () => {
  it('sends to other servers until it knows that there are none', async () => {
    const { hub, sent } = await hubOnBus();
    const first = update();
    hub.publish([first]);
    hub.noteOthers(true);
    hub.publish([first]);
    expect(sent).toEqual([first, first]);
  });

  it('sends nothing while there are none, and tells its own people all the same', async () => {
    const { hub, sent } = await hubOnBus();
    const listener = vi.fn();
    hub.onPerson(ann, listener, () => undefined);
    hub.noteOthers(false);
    const signal = update();
    hub.publish([signal]);
    expect(sent).toEqual([]);
    expect(listener).toHaveBeenCalledExactlyOnceWith(signal);
  });

  it.each<[string, (at: Awaited<ReturnType<typeof hubOnBus>>) => unknown]>([
    ['is seen', ({ hub }) => hub.noteOthers(true)],
    ['says that it has come', ({ hear }) => hear([{ to: 'servers', type: 'serverJoined' }])],
    ['has missed something itself', ({ resync }) => resync()],
    ['may come before this one has closed', ({ hub }) => hub.close()],
  ])('tells one that %s of a gap, once, where it left something out', async (_how, come) => {
    const at = await hubOnBus();
    at.hub.noteOthers(false);
    at.hub.publish([update()]);
    at.hub.publish([update()]);
    come(at);
    expect(at.sent).toEqual(['gap']);
    const later = update();
    at.hub.publish([later]);
    at.hub.noteOthers(true);
    expect(at.sent).toEqual(['gap', later]);
  });

  it('tells of no gap where it left nothing out', async () => {
    const { hub, sent } = await hubOnBus();
    hub.noteOthers(false);
    hub.noteOthers(true);
    expect(sent).toEqual([]);
  });
});
