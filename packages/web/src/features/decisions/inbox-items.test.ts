import type { Approval, ListedConversation, Notification } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { keepPlaces, lanesOf } from './inbox-items.ts';

const room = roomOf('cnv_A', 2);
const read = roomOf('cnv_B', 0);

function roomOf(conversationId: ListedConversation['conversationId'], unreadCount: number): ListedConversation {
  return { conversationId, unreadCount } as Partial<ListedConversation> as ListedConversation;
}

function approval(id: string, change: Partial<Approval> = {}): Approval {
  const base = { id: `apr_${id}`, state: 'pending', resolvedAt: null, expiresAt: '2026-03-02T09:00:00.000Z' };
  return { ...base, ...change } as Approval;
}

function note(id: number, change: Partial<Notification> = {}): Notification {
  return {
    notificationId: `ntf_${id}`,
    type: 'message',
    conversationId: 'cnv_A',
    messageId: `msg_${id}`,
    approvalId: null,
    createdAt: new Date(Date.UTC(2026, 2, 1, 9, 60 - id)).toISOString(),
    readAt: null,
    ...change,
  };
}

const keysOf = (items: readonly { readonly key: string }[]) => items.map(({ key }) => key);

describe('the lanes of the inbox', () => {
  it('hold what waits, what is new, and the rest, each thing once', () => {
    const waits = approval('1');
    const asked = [waits, approval('2', { state: 'denied', resolvedAt: '2026-03-01T09:00:00.000Z' })];
    const notifications = [note(1), note(2, { type: 'approval', approvalId: 'apr_1' }), note(3, { readAt: 'then' })];
    const lanes = lanesOf({ questions: [waits], waiting: [], asked, notifications, rooms: [room] });
    expect(keysOf(lanes.decide)).toEqual(['apr_1']);
    expect(lanes.decide[0]?.notes.map(({ messageId }) => messageId)).toEqual(['msg_2']);
    expect(keysOf(lanes.forYou)).toEqual(['ntf_1']);
    expect(keysOf(lanes.everything)).toEqual(['ntf_3', 'apr_2']);
  });

  it('gather what one room told, and tasks apart', () => {
    const notifications = [note(1), note(2, { conversationId: 'cnv_C' }), note(3), note(4, { type: 'task' })];
    const { forYou } = lanesOf({ questions: [], waiting: [], asked: [], notifications, rooms: [room] });
    expect(forYou.map(({ notes }) => notes.length)).toEqual([2, 1, 1]);
  });

  it('§28 gather mentions apart from the other messages of a room', () => {
    const notifications = [note(1, { type: 'mention' }), note(2), note(3, { type: 'mention' })];
    const { forYou } = lanesOf({ questions: [], waiting: [], asked: [], notifications, rooms: [room] });
    expect(forYou.map(({ type, notes }) => `${notes.length} ${type}`)).toEqual(['2 mention', '1 message']);
  });

  it('do not call new what was read in its room', () => {
    const notifications = [
      note(1, { conversationId: 'cnv_B' }),
      note(2, { conversationId: 'cnv_B', messageId: null, type: 'task' }),
    ];
    const lanes = lanesOf({ questions: [], waiting: [], asked: [], notifications, rooms: [read] });
    expect(keysOf(lanes.forYou)).toEqual(['ntf_2']);
    expect(keysOf(lanes.everything)).toEqual(['ntf_1']);
  });

  it('hold what else waits behind the deadlines, and what told of it nowhere else', () => {
    const form = {
      kind: 'form',
      conversationId: 'cnv_A',
      messageId: 'msg_2',
      formId: 'order',
      agentId: 'agt_A',
      askedAt: '2026-03-01T09:00:00.000Z',
    } as const;
    const notifications = [note(1), note(2)];
    const lanes = lanesOf({ questions: [approval('1')], waiting: [form], asked: [], notifications, rooms: [room] });
    expect(keysOf(lanes.decide)).toEqual(['apr_1', 'form-msg_2-order']);
    expect(lanes.decide[1]?.notes.map(({ messageId }) => messageId)).toEqual(['msg_2']);
    expect(lanes.forYou.flatMap(({ notes }) => notes.map(({ messageId }) => messageId))).toEqual(['msg_1']);
  });

  it('keep the place of what is decided while they are looked at', () => {
    expect(keepPlaces(['apr_1', 'apr_2'], [approval('2'), approval('3')])).toEqual(['apr_1', 'apr_2', 'apr_3']);
  });
});
