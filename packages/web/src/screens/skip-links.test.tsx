import { cleanup, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, it, vi } from 'vitest';
import { queryKeys } from '../api/query-keys.ts';
import { listed, roomId } from '../testing/samples.ts';
import { showSignedIn } from '../testing/show-signed-in.tsx';
import { SkipLinks } from './skip-links.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const names = () => screen.getAllByRole('link').map(({ textContent }) => textContent);

it('lead to the message field of the open room', () => {
  showSignedIn(<SkipLinks />, { rooms: [listed()], at: `/c/${roomId}` });
  expect(names()).toEqual(['Skip to the conversation', 'Skip to the message field']);
});

it('lead to no message field where the room is not there, and outside of rooms', async () => {
  const answers = { '/v1/conversations/cnv_GONE': 404 };
  const { client } = showSignedIn(<SkipLinks />, { rooms: [listed()], at: '/c/cnv_GONE', answers });
  await waitFor(() => expect(client.getQueryState(queryKeys.conversation('cnv_GONE'))?.status).toBe('error'));
  expect(names()).toEqual(['Skip to the conversation']);
  cleanup();
  showSignedIn(<SkipLinks />, { rooms: [listed()], at: '/inbox' });
  expect(names()).toEqual(['Skip to the conversation']);
});
