import { cleanup, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, it, vi } from 'vitest';
import { me } from '../../testing/samples.ts';
import { showSignedIn } from '../../testing/show-signed-in.tsx';
import { People } from './people.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(at: string, nextCursor: string | null = null) {
  const items = [{ ...me, status: 'active', lastSeenAt: null, tags: [] }];
  showSignedIn(<People />, { role: 'admin', at, answers: { '/v1/admin/people': { items, nextCursor } } });
}

it('announces how many people are found', async () => {
  show('/server/people?q=ada');
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1 person found'));
});

it('announces that there are more than it shows', async () => {
  show('/server/people?role=member', 'more');
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1 or more people found'));
});

it('counts nobody where nothing is searched', async () => {
  show('/server/people');
  await screen.findByRole('link', { name: /Ada/ });
  expect(screen.getByRole('status').textContent).toBe('');
});
