import { describe, expect, it } from 'vitest';
import { agents, draft, mine } from '../testing/samples.ts';
import { pageAlone, withMessages, withNewestPage, withOlderPage, withoutMessage } from './room-messages.ts';

const seqs = (held: { settled: readonly { seq: number }[] }) => held.settled.map(({ seq }) => seq);

describe('what is held of a room', () => {
  it('knows from the first seq whether anything older exists', () => {
    expect(withNewestPage(undefined, [mine(1), mine(2)]).reachesStart).toBe(true);
    expect(withNewestPage(undefined, [mine(7), mine(8)]).reachesStart).toBe(false);
    expect(withNewestPage(undefined, []).reachesStart).toBe(true);
  });

  it('keeps older messages when the newest page touches them', () => {
    const held = withNewestPage(undefined, [mine(1), mine(2), mine(3)]);
    expect(seqs(withNewestPage(held, [mine(3), mine(4), mine(5)]))).toEqual([1, 2, 3, 4, 5]);
  });

  it('keeps its place when the newest page leaves a gap, and knows that there is more', () => {
    const held = withNewestPage(undefined, [mine(1), mine(2)]);
    const after = withNewestPage(held, [mine(40), mine(41)]);
    expect([seqs(after), after.reachesEnd]).toEqual([[1, 2], false]);
    expect(withMessages(after, [draft('d', 'far ahead')]).drafts).toEqual([]);
  });

  it('puts the newest page in the place of what was kept of an earlier visit', () => {
    const page = withNewestPage(undefined, [mine(1), mine(2), mine(3, { body: 'as it was' })]);
    const held = { ...page, kept: page.settled };
    const changed = [mine(2), mine(3, { body: 'as it is' })];
    const after = withNewestPage(held, changed);
    expect(after).toEqual(withNewestPage(undefined, changed));
    expect(withNewestPage(held, changed, undefined)).toEqual(after);
    expect(seqs(withNewestPage(held, [mine(60)]))).toEqual([60]);
    const sent = withMessages(held, [mine(4)]);
    expect(seqs(withNewestPage(sent, changed, held))).toEqual([2, 3, 4]);
  });

  it('loses nothing that was read after the newest page had been asked for', () => {
    const asked = withNewestPage(undefined, []);
    const since = withMessages(asked, [mine(1), agents(2), draft('d', 'so far')]);
    expect(withNewestPage(since, [], asked)).toEqual(since);

    const open = withMessages(withNewestPage(undefined, [mine(1)]), [draft('d', 'so far')]);
    const closed = withMessages(open, [mine(1, { body: 'stopped' }), agents(2, { messageId: 'msg_d' })]);
    expect(withNewestPage(closed, [mine(1), draft('d', 'so far')], open)).toEqual(closed);
    const dropped = withoutMessage(open, 'msg_d');
    expect(withNewestPage(dropped, [mine(1), draft('d', 'so far')], open).drafts).toEqual([]);
    const grown = withMessages(open, [draft('d', 'so far and on')]);
    expect(withNewestPage(grown, [mine(1), draft('d', 'so far')], open).drafts).toEqual(grown.drafts);
    expect(withNewestPage(open, [mine(1)]).drafts).toEqual([]);
  });

  it('holds a page from the middle alone, without the drafts of the end', () => {
    const middle = pageAlone([mine(40), mine(41)], 90);
    expect([middle.reachesStart, middle.reachesEnd]).toEqual([false, false]);
    const end = pageAlone([mine(89), mine(90), draft('d', 'so far')], 90);
    expect([end.reachesEnd, end.drafts.length]).toEqual([true, 1]);
  });

  it('puts older pages in front and takes an empty one as the start', () => {
    const held = withNewestPage(undefined, [mine(7), mine(8)]);
    const older = withOlderPage(held, [mine(5), mine(6)]);
    expect(seqs(older)).toEqual([5, 6, 7, 8]);
    expect(older.reachesStart).toBe(false);
    expect(withOlderPage(older, []).reachesStart).toBe(true);
  });

  it('leaves out a message that is further ahead than the next', () => {
    const held = withNewestPage(undefined, [mine(1)]);
    expect(seqs(withMessages(held, [mine(3)]))).toEqual([1]);
    expect(seqs(withMessages(held, [mine(2), mine(3)]))).toEqual([1, 2, 3]);
  });

  it('replaces a settled message read again, such as one whose delivery moved on', () => {
    const held = withNewestPage(undefined, [mine(1, { body: 'before' })]);
    expect(withMessages(held, [mine(1, { body: 'after' })]).settled[0]?.body).toBe('after');
  });

  it('closes a draft with its final message and never reopens it', () => {
    const open = withMessages(withNewestPage(undefined, [mine(1)]), [draft('d', 'so far')]);
    expect(open.drafts).toHaveLength(1);
    const final = agents(2, { messageId: 'msg_d' });
    const closed = withMessages(open, [final]);
    expect(closed.drafts).toEqual([]);
    expect(seqs(closed)).toEqual([1, 2]);
    expect(withMessages(closed, [draft('d', 'late copy')])).toEqual(closed);
  });

  it('replaces a draft by its newer text, in place of adding another', () => {
    const open = withMessages(withNewestPage(undefined, []), [draft('d', 'one'), draft('d', 'one two')]);
    expect(open.drafts.map(({ blocks }) => blocks)).toEqual([[{ type: 'text', text: 'one two' }]]);
  });

  it('takes out a draft that was dropped', () => {
    const open = withMessages(withNewestPage(undefined, [mine(1)]), [draft('d', 'so far')]);
    expect(withoutMessage(open, 'msg_d').drafts).toEqual([]);
  });

  it('leaves out a message from before the run, which would leave a gap', () => {
    const held = pageAlone([mine(5), mine(6)], 6);
    expect(seqs(withMessages(held, [mine(2, { body: 'edited', revision: 1 })]))).toEqual([5, 6]);
  });

  it('keeps an edit or a deletion where an older copy of the message comes late', () => {
    const edited = mine(1, { body: 'edited', revision: 1 });
    const held = withNewestPage(undefined, [edited]);
    expect(withMessages(held, [mine(1)]).settled[0]?.body).toBe('edited');
    const gone = withMessages(held, [{ ...edited, body: null, deleted: true }]);
    expect(withMessages(gone, [edited]).settled[0]?.deleted).toBe(true);
  });
});
