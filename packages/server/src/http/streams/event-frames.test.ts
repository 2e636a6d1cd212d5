import { newId } from '@parley/protocol';
import { expect, it } from 'vitest';
import type { PersonSignal } from '../../platform/signals/signal.ts';
import { frameOf } from './event-frames.ts';

const signal = (): PersonSignal => ({
  to: 'people',
  userIds: [newId('user')],
  type: 'conversationUpdated',
  payload: { conversationId: newId('conversation') },
});

it('is made once for each signal, and the same bytes go to every stream', () => {
  const one = signal();
  const frame = frameOf(one, 1_000);
  expect(frameOf(one, 2_000)).toBe(frame);
  expect(frameOf(signal(), 1_000)).not.toBe(frame);
});
