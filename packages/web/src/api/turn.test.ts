import type { AgentMember } from '@parley/protocol';
import { expect, it } from 'vitest';
import { agents, delivery, mine } from '../testing/samples.ts';
import type { RoomMessages, SettledMessage } from './room-messages.ts';
import { runningOf, spokenFor, stageOf, turnOf } from './turn.ts';

const asked = mine(1, { deliveries: [delivery({ dispatchedAt: '2026-01-01T00:00:00.000Z' })], failed: true });
const to = asked.deliveries?.[0]?.agentId;
const agent = { agentId: to, name: 'Gardener' } as AgentMember;
const reply = (seq: number, createdAt: string) => ({
  ...agents(seq, { createdAt, replyToDeliveryId: 'dlv_1' }),
  author: { type: 'agent', id: to, name: 'Gardener' },
});
/** A message of the platform, in another language, because the code must not depend on its text. */
const byPlatform = (seq: number, createdAt: string) => ({
  ...mine(seq, {
    createdAt,
    author: { type: 'platform', id: null, name: 'Parley' },
    body: '„Gardener“ konnte nicht antworten',
  }),
});
const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms).toISOString();
const facts = { agentStatus: 'live', isBlocked: false, waitsForDecision: false } as const;

function stageIn(...settled: readonly object[]) {
  const held: RoomMessages = {
    settled: settled as readonly SettledMessage[],
    drafts: [],
    reachesStart: true,
    reachesEnd: true,
  };
  return {
    stage: turnOf(held, agent, facts, new Date())?.stage,
    running: runningOf(held, agent, asked.author.id ?? ''),
  };
}

it('says that an answer failed, and that nothing of it runs', () => {
  expect(stageOf(asked)).toBe('broken');
  expect(stageIn(asked)).toEqual({ stage: 'broken', running: null });
  expect(stageIn(asked, byPlatform(2, at(0)))).toEqual({ stage: 'broken', running: null });
});

it('takes what the agent had begun for no answer, and what it says later for one', () => {
  expect(stageIn(asked, reply(2, at(0)), byPlatform(3, at(1))).stage).toBe('broken');
  expect(stageIn(asked, byPlatform(2, at(0)), reply(3, at(5000))).stage).toBe('answered');
  expect(stageIn(asked, reply(2, at(0)), byPlatform(3, at(1)), reply(4, at(5000))).stage).toBe('answered');
});

it('takes another line of the platform behind an answer for what it is', () => {
  expect(stageIn(asked, byPlatform(2, at(0)), reply(3, at(5000)), byPlatform(4, at(9000))).stage).toBe('answered');
  const { failed: _, ...whole } = asked;
  expect(stageIn(whole, reply(2, at(0)), byPlatform(3, at(1))).stage).toBe('answered');
});

it('says of what went to an agent that is paused or was blocked since how it stands', () => {
  const { failed: _, ...waits } = asked;
  const held: RoomMessages = { settled: [{ ...waits, seq: 1 }], drafts: [], reachesStart: true, reachesEnd: true };
  expect(turnOf(held, agent, { ...facts, agentStatus: 'paused' }, new Date())?.standing).toBe('paused');
  expect(turnOf(held, agent, { ...facts, isBlocked: true }, new Date())?.standing).toBe('blocked');
});

it('says of a message that was edited after it was sent that the agent has the earlier text', () => {
  const { failed: _, ...sent } = asked;
  const edited = { ...sent, editedAt: '2026-01-01T00:01:00.000Z', revision: 1 };
  expect(stageOf(edited)).toBe('hasEarlier');
  expect(stageOf(edited, true)).toBe('answeredEarlier');
  expect(stageOf({ ...edited, editedAt: '2025-12-31T00:00:00.000Z' }, true)).toBe('answered');
  expect(stageIn(edited)).toMatchObject({ stage: 'hasEarlier', running: { messageId: 'msg_1' } });
});

it('is over where a message was deleted before it was sent', () => {
  const unsent = mine(1, { deliveries: [delivery({ status: 'failed' })] });
  expect(stageIn(unsent).stage).toBe('failed');
  expect(stageIn({ ...unsent, deleted: true, body: null }).stage).toBeUndefined();
});

it('lets a growing answer speak for a message that does not know yet that it arrived', () => {
  const { failed: _, ...sent } = asked;
  const draft = { ...reply(2, at(0)), seq: null, partial: true } as unknown as RoomMessages['drafts'][number];
  const spokenWith = (dispatchedAt: string | null, drafts: RoomMessages['drafts']) => {
    const deliveries = [delivery({ dispatchedAt, status: 'pending' })];
    const settled = [{ ...sent, seq: 1, deliveries }];
    return spokenFor(turnOf({ settled, drafts, reachesStart: true, reachesEnd: true }, agent, facts, new Date()));
  };
  expect(spokenWith(null, [])).toBe('msg_1');
  expect(spokenWith(null, [draft])).toBe('msg_1');
  expect(spokenWith(at(0), [draft])).toBeNull();
});
