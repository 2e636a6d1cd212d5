import { newId, type UserId } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { tell, type Signal } from '../signal.ts';
import { decodeMessage, encodeResync, encodeSignals } from './signal-message.ts';

const people = (count: number): UserId[] => Array.from({ length: count }, () => newId('user', Date.now()));
const signals = Array.from({ length: 500 }, () =>
  tell(people(3), 'conversationUpdated', { conversationId: newId('conversation', Date.now()) }),
);

function decoded(messages: readonly string[]): Signal[] {
  return messages.flatMap((text) => {
    const message = decodeMessage(text);
    if (message === null || 'resync' in message) throw new Error(`no signals: ${text}`);
    return message.signals;
  });
}

describe('messages between servers', () => {
  it('hold all signals in their order, and none is longer than allowed', () => {
    const messages = encodeSignals('me', signals, 7_900);
    expect(decoded(messages)).toEqual(signals);
    expect(Math.max(...messages.map((text) => Buffer.byteLength(text)))).toBeLessThanOrEqual(7_900);
    expect(messages.length).toBeLessThan(20);
  });

  it('split a signal to more people than fit into several', () => {
    const crowd = people(1_000);
    const messages = encodeSignals(
      'me',
      [tell(crowd, 'conversationUpdated', { conversationId: newId('conversation', Date.now()) })],
      7_900,
    );
    expect(Math.max(...messages.map((text) => Buffer.byteLength(text)))).toBeLessThanOrEqual(7_900);
    const told = decoded(messages).flatMap((signal) => (signal.to === 'people' ? signal.userIds : []));
    expect(told).toEqual(crowd);
  });

  it('say who wrote them, and that something was given up', () => {
    expect(decodeMessage(encodeResync('me'))).toEqual({ from: 'me', resync: true });
  });

  it('are ignored when another program wrote them', () => {
    for (const text of ['', 'hello', '7', 'null', '{}', '{"from":"x"}', '{"from":"x","signals":[{"to":"people"}]}']) {
      expect(decodeMessage(text)).toBeNull();
    }
  });
});
