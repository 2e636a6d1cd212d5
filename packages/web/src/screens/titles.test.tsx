import { cleanup, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listed, roomId } from '../testing/samples.ts';
import { showSignedIn } from '../testing/show-signed-in.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';
import { PlaygroundScreen } from './playground-screen.tsx';
import { RoomScreen } from './room-screen.tsx';
import { YouScreen } from './you-screen.tsx';

const room = `/v1/conversations/${roomId}`;
const unread = [listed({ conversationId: 'cnv_OTHER', unreadCount: 2 })];

beforeEach(() => {
  document.title = 'Parley';
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('an address without a page has a title of its own', async () => {
  showSignedIn(<NotFoundScreen />, { at: '/nowhere' });
  await waitFor(() => expect(document.title).toBe('There is nothing at this address · Parley'));
});

it('the editor for blocks has a title of its own', async () => {
  showSignedIn(<PlaygroundScreen />, { at: '/agents/playground' });
  await waitFor(() => expect(document.title).toBe('Playground · Parley'));
});

it('a room that is not there has a title of its own', async () => {
  showSignedIn(<RoomScreen conversationId={roomId} messageId={null} />, { rooms: unread, answers: { [room]: 404 } });
  await waitFor(() => expect(document.title).toBe('(2) This conversation is not here · Parley'));
});

it('each page below You says which one it is', async () => {
  showSignedIn(<YouScreen />, { at: '/you/blocked' });
  await waitFor(() => expect(document.title).toBe('Blocked people · You · Parley'));
  cleanup();
  showSignedIn(<YouScreen />, { at: '/you' });
  await waitFor(() => expect(document.title).toBe('You · Parley'));
});
