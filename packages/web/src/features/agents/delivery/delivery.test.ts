import type { AgentId, DeliveryLogItem, Message } from '@parley/protocol';
import { envelopeSchema } from '@parley/protocol';
import { transformWithOxc } from 'vite';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from './envelope-of.ts';
import { failingTest } from './failing-test.ts';
import { handlerFault } from './handler-fault.ts';

const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const agentId = `agt_${id}` as AgentId;
const at = '2026-01-31T09:00:00.000Z';
const delivery = {
  deliveryId: `dlv_${id}`,
  event: 'message.created',
  conversationId: `cnv_${id}`,
  status: 'delivered',
  attemptCount: 1,
  createdAt: at,
  dispatchedAt: at,
  nextAttemptAt: null,
  handlerError: { at, reason: 'Error: x\n*/ process.exit()' },
  attempts: [],
  replyMessageIds: [],
} as unknown as DeliveryLogItem;
const message = {
  messageId: `msg_${id}`,
  author: { type: 'user', id: `usr_${id}`, name: 'Ada' },
  body: 'Say `${x}`\u2028 and */',
  blocks: [],
  createdAt: at,
} as unknown as Message;
const events = [
  'message.created',
  'task.assigned',
  'task.cancelled',
  'approval.resolved',
  'tick.scheduled',
  'member.joined',
  'tool.result',
  'form.submitted',
  'agent.call',
] as const;

describe('a delivery under the eye of its agent’s owner', () => {
  it('shows where the fault is that a refusal names', () => {
    const reason = 'RefusedError: block_invalid at /blocks/0/series (chart_pie_negative): A value is negative.';
    expect(handlerFault(reason)).toMatchObject({
      pointer: '/blocks/0/series',
      before: 'RefusedError: block_invalid at ',
    });
    expect(handlerFault('RefusedError: malformed_request at /blocks: No blocks.')).toMatchObject({
      pointer: '/blocks',
      after: ': No blocks.',
    });
    expect(handlerFault('TypeError: nothing is here')).toBeNull();
    expect(handlerFault('')).toBeNull();
  });

  it.each(events)('is an envelope that the protocol takes, for %s', (event) => {
    expect(
      envelopeSchema.safeParse(envelopeOf({ agentId, delivery: { ...delivery, event }, message: null })).error,
    ).toBeUndefined();
  });

  it.each([message, null])('becomes a test that can be read as TypeScript, whatever was said', async (known) => {
    const test = failingTest({ agentId, delivery, message: known });
    const { code } = await transformWithOxc(test, 'delivery.test.ts');
    expect(code).toContain(known ? 'createWorld' : 'FakePlatform');
    expect(test).toContain(`message.created dlv_${id} is answered without a failure`);
    expect(test).not.toMatch(/^process|^\*\//m);
  });
});
