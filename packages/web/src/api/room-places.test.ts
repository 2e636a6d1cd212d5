import type { ListedConversation } from '@parley/protocol';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { queryKeys } from './query-keys.ts';
import { noteNewest } from './room-list.ts';
import { placeRoom } from './room-places.ts';
import { me, mine } from '../testing/samples.ts';

afterEach(() => vi.unstubAllGlobals());

const room = (name: string, change: Partial<ListedConversation> = {}) =>
  ({ conversationId: `cnv_${name}`, readSeq: 0, pinned: false, archived: false, ...change }) as ListedConversation;

function lists(listed: readonly ListedConversation[], archived: readonly ListedConversation[] = []) {
  const client = new QueryClient();
  client.setQueryData(queryKeys.conversations, listed);
  client.setQueryData(queryKeys.archivedRooms, archived);
  const names = (key: readonly string[]) =>
    client
      .getQueryData<ListedConversation[]>(key)
      ?.map(({ conversationId }) => conversationId.slice(4))
      .join(' ');
  return { client, listed: () => names(queryKeys.conversations), archived: () => names(queryKeys.archivedRooms) };
}

it('§28 pinning and archiving show before the server answers', async () => {
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', (_url: string, { body }: RequestInit) => {
    bodies.push(JSON.parse(body as string));
    return Promise.resolve(new Response(null, { status: 204 }));
  });
  const { client, listed, archived } = lists([room('A'), room('B')], [room('C', { archived: true })]);
  const pinned = placeRoom(client, room('B'), { pinned: true });
  expect(listed()).toBe('B A');
  await pinned;
  const gone = placeRoom(client, room('A'), { archived: true });
  expect([listed(), archived()]).toEqual(['B', 'A C']);
  expect(client.getQueryData(queryKeys.conversation('cnv_A'))).toMatchObject({ archived: true });
  await gone;
  await placeRoom(client, room('C', { archived: true, pinned: true }), { archived: false });
  expect([listed(), archived()]).toEqual(['C B', 'A']);
  expect(bodies).toEqual([{ pinned: true }, { archived: true }, { archived: false }]);
});

it('§28 a new message moves a room to the top, below the pinned ones', () => {
  const { client, listed } = lists([room('P', { pinned: true }), room('A'), room('B')]);
  noteNewest(client, 'cnv_B', [mine(1)], me.userId);
  expect(listed()).toBe('P B A');
});
