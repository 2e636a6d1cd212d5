import { cleanup, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, it, vi } from 'vitest';
import { listed } from '../../../testing/samples.ts';
import { showSignedIn } from '../../../testing/show-signed-in.tsx';
import { Find } from './find.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const rooms = [299, 298, 290, 129, 29].map((number) =>
  listed({ conversationId: `cnv_${number}`, title: `Room number ${number}` }),
);

it('lists the room with exactly this title first, then those whose title begins so, each in the order of the list', () => {
  const besides = listed({ conversationId: 'cnv_0', title: 'Was room number 29' });
  showSignedIn(<Find />, { rooms: [besides, ...rooms], at: '/find?q=room+number+29' });
  const names = screen.getAllByRole('link').map(({ textContent }) => textContent.replaceAll(/^E|agent @.*/gu, ''));
  expect(names).toEqual([
    'Room number 29',
    'Room number 299',
    'Room number 298',
    'Room number 290',
    'Was room number 29',
    'Room number 129',
  ]);
});

it('announces how many results there are', async () => {
  showSignedIn(<Find />, { rooms, at: '/find?q=number+29' });
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('5 results'));
});

it('announces that there may be more results than it shows', async () => {
  const found = {
    messageId: 'msg_1',
    conversationId: 'cnv_29',
    snippet: 'A zebra',
    createdAt: '2026-03-01T09:00:00.000Z',
  };
  const items = [{ ...found, author: { type: 'user', id: 'usr_BEN', name: 'Ben' } }];
  showSignedIn(<Find />, {
    rooms,
    at: '/find?q=zebra',
    answers: { '/v1/search/messages': { items, nextCursor: 'more' } },
  });
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1 or more results'));
});

it('counts nothing before something is typed', async () => {
  showSignedIn(<Find />, { rooms, at: '/find' });
  await screen.findByText('There is no agent that you can talk with yet.');
});
