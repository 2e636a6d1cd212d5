import type { Message } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { withMessages, withNewestPage } from '../../api/room-messages.ts';
import { agents, delivery, draft, me, mine, roomId } from '../../testing/samples.ts';
import { buildTimeline } from './timeline.ts';
import type { TimelineInput } from './timeline.ts';

function rowsOf(change: Partial<TimelineInput> & Pick<TimelineInput, 'held'>) {
  return buildTimeline({ outgoing: [], ownUserId: me.userId, readSeq: null, setSize: 0, ...change });
}

const kinds = (rows: ReturnType<typeof rowsOf>) => rows.map((row) => row.kind);
const starts = (rows: ReturnType<typeof rowsOf>) =>
  rows.flatMap((row) => (row.kind === 'message' && row.startsGroup ? [row.key] : []));

describe('the rows of a room', () => {
  it('group what one author says within five minutes', () => {
    const held = withNewestPage(undefined, [mine(1), mine(2), agents(3), agents(4), agents(10)]);
    expect(starts(rowsOf({ held }))).toEqual(['msg_1', 'msg_3', 'msg_10']);
  });

  it('know where the next line says that an answer failed', () => {
    const failed = mine(1, { failed: true });
    const line = agents(2, { author: { type: 'platform', id: null, name: 'Parley' }, body: 'No.', blocks: [] });
    const told = (...held: Parameters<typeof withNewestPage>[1]) =>
      rowsOf({ held: withNewestPage(undefined, held) }).map((row) => row.kind === 'message' && row.isToldBelow);
    expect(told(failed, line)).toEqual([false, true, false]);
    expect(told(failed, mine(2), { ...line, seq: 3, messageId: 'msg_3' })).toEqual([false, false, false, false]);
    expect(told(mine(1), line)).toEqual([false, false, false]);
  });

  it('offer to send an edited text again until it was sent again', () => {
    const sent = delivery({ status: 'delivered', dispatchedAt: '2026-03-01T12:01:00.000Z' });
    const edited = mine(1, { body: 'new', editedAt: '2026-03-01T12:03:00.000Z', revision: 1, deliveries: [sent] });
    const offers = (...held: Message[]) =>
      rowsOf({ held: withNewestPage(undefined, held) }).flatMap((row) =>
        row.kind === 'message' ? [[row.isAnswered, row.canSendAgain]] : [],
      )[0];
    expect(offers(edited)).toEqual([false, true]);
    expect(offers(edited, agents(2, { replyToDeliveryId: 'dlv_1' }))).toEqual([true, true]);
    expect(offers(edited, mine(2, { body: 'new' }))).toEqual([false, false]);
    expect(offers({ ...edited, editedAt: '2026-03-01T12:00:30.000Z' })).toEqual([false, false]);
  });

  it('begin each day with its heading', () => {
    const nextDay = agents(2, { createdAt: '2026-03-05T12:00:00.000Z' });
    const rows = rowsOf({ held: withNewestPage(undefined, [mine(1), nextDay]) });
    expect(kinds(rows)).toEqual(['day', 'message', 'day', 'message']);
  });

  it('put one divider before the first message of others that was unread', () => {
    const held = withNewestPage(undefined, [agents(1), mine(2), agents(3), agents(4)]);
    expect(kinds(rowsOf({ held, readSeq: 1 }))).toEqual(['day', 'message', 'message', 'unread', 'message', 'message']);
    expect(kinds(rowsOf({ held, readSeq: 4 }))).not.toContain('unread');
    expect(kinds(rowsOf({ held, readSeq: null }))).not.toContain('unread');
  });

  it('name the author again after the divider', () => {
    const held = withNewestPage(undefined, [agents(1), agents(2)]);
    expect(starts(rowsOf({ held, readSeq: 1 }))).toEqual(['msg_1', 'msg_2']);
  });

  it("end with the open drafts and then one's own messages on their way", () => {
    const held = withMessages(withNewestPage(undefined, [mine(1)]), [draft('d', 'so far')]);
    const outgoing = [
      {
        key: 'k',
        conversationId: roomId,
        text: 'On its way',
        createdAt: '',
        state: 'sending',
        place: 1,
        failure: null,
      } as const,
    ];
    const rows = rowsOf({ held, outgoing });
    expect(rows.slice(-2).map(({ key }) => key)).toEqual(['msg_d', 'k']);
  });

  it('keep the key of a draft when it becomes final, so that it does not jump', () => {
    const open = withMessages(withNewestPage(undefined, [mine(1)]), [draft('d', 'so far')]);
    const final = withMessages(open, [agents(2, { messageId: 'msg_d' })]);
    expect(rowsOf({ held: open }).at(-1)?.key).toBe(rowsOf({ held: final }).at(-1)?.key);
  });
});
