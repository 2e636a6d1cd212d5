import type { ListedConversation } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { mine } from '../../testing/samples.ts';
import { withNewestPage } from '../room-messages.ts';
import { decode, keptBounds, keptList, keptPage } from './kept-parts.ts';

const seqsOf = (json: Uint8Array | null | undefined) =>
  (decode(json ?? new Uint8Array()) as { seq: number }[]).map(({ seq }) => seq);
const long = (characters: number) => ({ body: 'ü'.repeat(characters) });

describe('what is kept of a room', () => {
  it('is its newest page', () => {
    const many = Array.from({ length: 80 }, (_, place) => mine(place + 1));
    const kept = seqsOf(keptPage(withNewestPage(undefined, many)));
    expect([kept[0], kept.at(-1), kept.length]).toEqual([31, 80, keptBounds.messages]);
  });

  it('is as much of it as fits into the bytes of a room, the newest first', () => {
    const half = keptBounds.partBytes / 4;
    const page = keptPage(withNewestPage(undefined, [mine(1, long(half)), mine(2, long(half)), mine(3)]));
    expect(seqsOf(page)).toEqual([3]);
    expect(page?.length).toBeLessThanOrEqual(keptBounds.partBytes);
    expect(keptPage(withNewestPage(undefined, [mine(1), mine(2, long(keptBounds.partBytes))]))).toBeNull();
  });

  it('stays as it was while its end is not held, and while it was not read again', () => {
    const held = withNewestPage(undefined, [mine(1)]);
    expect(keptPage({ ...held, reachesEnd: false })).toBeUndefined();
    expect(keptPage({ ...held, kept: held.settled })).toBeUndefined();
  });
});

describe('what is kept of the list', () => {
  it('is its first rooms, within the bytes of a part', () => {
    const room = (place: number) => ({ conversationId: `cnv_${place}`, title: 't'.repeat(9000) }) as ListedConversation;
    const json = keptList(Array.from({ length: 300 }, (_, place) => room(place)));
    const rooms = decode(json) as ListedConversation[];
    expect(json.length).toBeLessThanOrEqual(keptBounds.partBytes);
    expect([rooms[0]?.conversationId, rooms.length]).toEqual(['cnv_0', 25]);
  });
});
