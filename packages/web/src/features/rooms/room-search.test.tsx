import { cleanup, configure, fireEvent, getConfig, screen, waitFor } from '@testing-library/preact';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { me, roomId } from '../../testing/samples.ts';
import { showSignedIn } from '../../testing/show-signed-in.tsx';
import { RoomSearch } from './room-search.tsx';

// The code of the results is loaded.
const { asyncUtilTimeout } = getConfig();
configure({ asyncUtilTimeout: 20_000 });
afterAll(() => configure({ asyncUtilTimeout }));

beforeEach(() => {
  const items = [2, 1].map((seq) => ({
    messageId: `msg_${seq}`,
    conversationId: roomId,
    author: { type: 'user', id: me.userId, name: me.displayName },
    snippet: `Zebra ${seq}`,
    createdAt: me.createdAt,
  }));
  const answers = { '/v1/search/messages': { items, nextCursor: null } };
  showSignedIn(<RoomSearch conversationId={roomId} onClose={vi.fn()} />, { at: `/c/${roomId}`, answers });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const field = () => screen.getByRole('searchbox', { name: 'Search messages' });
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });

it('opens the first message by Enter, also where Enter comes before the results', async () => {
  field().focus();
  fireEvent.input(field(), { target: { value: 'zebra' } });
  press('Enter');
  await waitFor(() => expect(window.location.pathname).toBe(`/c/${roomId}/m/msg_2`));
  expect(document.activeElement).toBe(field());
});

it('opens nothing where other words are typed after Enter', async () => {
  field().focus();
  fireEvent.input(field(), { target: { value: 'zebra' } });
  press('Enter');
  fireEvent.input(field(), { target: { value: 'zebras' } });
  await screen.findByText('2 messages found');
  expect(window.location.pathname).toBe(`/c/${roomId}`);
});

it('goes to the messages and back by the arrow keys', async () => {
  field().focus();
  fireEvent.input(field(), { target: { value: 'zebra' } });
  await screen.findByText('2 messages found');
  const [first, second] = screen.getAllByRole('link');
  press('ArrowDown');
  expect(document.activeElement).toBe(first);
  press('ArrowDown');
  press('ArrowDown');
  expect(document.activeElement).toBe(second);
  press('ArrowUp');
  press('ArrowUp');
  expect(document.activeElement).toBe(field());
});
