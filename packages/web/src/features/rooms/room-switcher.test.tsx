import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubResizeObserver } from '../../testing/resize-observer.ts';
import { listed } from '../../testing/samples.ts';
import { showSignedIn } from '../../testing/show-signed-in.tsx';
import { RoomSwitcher } from './room-switcher.tsx';

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
  stubResizeObserver();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('opens the room with exactly the typed title, also where many titles begin so', async () => {
  const rooms = [299, 298, 29].map((number) =>
    listed({ conversationId: `cnv_${number}`, title: `Room number ${number}` }),
  );
  const openers = { newConversation: vi.fn(), giveTask: vi.fn() };
  const typed = { current: { text: '', isEntered: false } };
  showSignedIn(<RoomSwitcher typed={typed} openers={openers} onClose={vi.fn()} />, { rooms });
  const field = screen.getByRole('combobox');
  fireEvent.input(field, { target: { value: 'Room number 29' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(window.location.pathname).toBe('/c/cnv_29'));
});
