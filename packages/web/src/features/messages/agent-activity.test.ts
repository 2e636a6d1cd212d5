import type { Message, MessageDelivery } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { withMessages, withNewestPage } from '../../api/room-messages.ts';
import { agent, agents, delivery, draft, mine } from '../../testing/samples.ts';
import { agentActivity } from './agent-activity.ts';

const asked = (change: Partial<MessageDelivery>) => mine(1, { deliveries: [delivery(change)] });
const justAfter = new Date(Date.UTC(2026, 2, 1, 12, 2));

function activity(messages: readonly Message[], now = justAfter) {
  return agentActivity(withNewestPage(undefined, messages), agent, now);
}

describe('what the agent is doing', () => {
  it('follows the delivery of the last message to it', () => {
    expect(activity([asked({})])).toEqual({ state: 'waiting' });
    expect(activity([asked({ status: 'delivered' })])).toEqual({ state: 'working' });
    const nextAttemptAt = '2026-03-01T12:05:00.000Z';
    expect(activity([asked({ status: 'failed', nextAttemptAt })])).toEqual({ state: 'retrying', nextAttemptAt });
    expect(activity([asked({ status: 'failed' })])).toEqual({ state: 'failed' });
  });

  it('is nothing once it has answered or writes', () => {
    const message = asked({ status: 'delivered' });
    expect(activity([message, agents(2)])).toBeNull();
    const held = withMessages(withNewestPage(undefined, [message]), [draft('d', 'so far')]);
    expect(agentActivity(held, agent, justAfter)).toBeNull();
  });

  it('stands also when an earlier message was answered', () => {
    const second = mine(3, { deliveries: [delivery({ status: 'delivered' })] });
    expect(activity([asked({ status: 'delivered' }), agents(2), second])).toEqual({ state: 'working' });
  });

  it('is said to have stalled after five minutes without an answer', () => {
    const late = new Date(Date.UTC(2026, 2, 1, 12, 7));
    expect(activity([asked({ status: 'delivered' })], late)).toMatchObject({ state: 'stalled' });
  });

  it('is nothing where nothing was delivered to it', () => {
    expect(activity([mine(1)])).toBeNull();
    expect(activity([])).toBeNull();
  });
});
