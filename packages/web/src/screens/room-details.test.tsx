import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { roomId } from '../testing/samples.ts';
import { showSignedIn } from '../testing/show-signed-in.tsx';
import { DetailsButton, useDetails } from './room-details.tsx';

beforeEach(() => {
  window.history.pushState(null, '', '/inbox');
  window.history.pushState(null, '', '/');
  showSignedIn(<Room />, { at: `/c/${roomId}` });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Room() {
  const details = useDetails();
  return (
    <>
      <DetailsButton details={details} />
      <button type="button" onClick={details.close}>
        Close
      </button>
    </>
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const becomes = (isOpen: boolean) =>
  waitFor(() =>
    expect(screen.getByRole('button', { name: 'Details' }).getAttribute('aria-expanded')).toBe(String(isOpen)),
  );

it('on a narrow screen Back closes the sheet and stays in the room, and only the next Back leaves it', async () => {
  press('Details');
  await becomes(true);
  window.history.back();
  await becomes(false);
  expect(window.location.pathname).toBe(`/c/${roomId}`);
  window.history.back();
  await waitFor(() => expect(window.location.pathname).toBe('/inbox'));
});

it('a sheet that was closed by its button leaves nothing for Back to close', async () => {
  press('Details');
  await becomes(true);
  press('Close');
  press('Close');
  await becomes(false);
  await waitFor(() => expect(window.history.state).toBeNull());
  window.history.back();
  await waitFor(() => expect(window.location.pathname).toBe('/inbox'));
});
