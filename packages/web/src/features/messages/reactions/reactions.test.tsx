import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryKeys } from '../../../api/query-keys.ts';
import { agents, me, roomId } from '../../../testing/samples.ts';
import { Toasts } from '../../../ui/toasts.tsx';
import { pickReaction, usePicked } from './picked.ts';
import { ReactionPicker } from './reaction-picker.tsx';
import { Reactions } from './reactions.tsx';

const message = agents(1, {
  reactions: [
    { emoji: '👍', count: 2, mine: true },
    { emoji: '🦩', count: 1, mine: false },
  ],
});
const who = [
  { emoji: '👍', userId: me.userId, handle: 'ada' },
  { emoji: '🦩', userId: 'usr_CAY', handle: 'cay' },
  { emoji: '👍', userId: 'usr_BEN', handle: 'ben' },
];
let calls: string[] = [];

beforeEach(() => {
  calls = [];
  vi.stubGlobal('fetch', (url: string, { method = 'GET' }: RequestInit) => {
    calls.push(`${method} ${decodeURIComponent(url).split('/').slice(-2).join('/')}`);
    if (method !== 'GET') return Promise.resolve(new Response(null, { status: 204 }));
    const items = url.includes('/members') ? [{ userId: 'usr_BEN', handle: 'ben', displayName: 'Ben Li' }] : who;
    return Promise.resolve(new Response(JSON.stringify({ items, nextCursor: null })));
  });
});
afterEach(() => {
  cleanup();
  pickReaction(null);
  vi.unstubAllGlobals();
});

function Picker() {
  const picked = usePicked();
  return picked && <ReactionPicker message={picked} />;
}

function show() {
  const client = new QueryClient();
  client.setQueryData(queryKeys.session, me);
  client.setQueryData(queryKeys.messages(roomId), {
    settled: [message],
    drafts: [],
    reachesStart: true,
    reachesEnd: true,
  });
  render(
    <QueryClientProvider client={client}>
      <Reactions message={message} />
      <Picker />
      <Toasts />
    </QueryClientProvider>,
  );
}

it('§28 each reaction says its name, its count and whether it is mine, and a press takes mine back', async () => {
  show();
  const mine = screen.getByRole('button', { name: 'thumbs up, 2, you too' });
  expect(mine.getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByRole('button', { name: '🦩, 1' }).getAttribute('aria-pressed')).toBe('false');
  fireEvent.click(mine);
  fireEvent.click(screen.getByRole('button', { name: '🦩, 1' }));
  await vi.waitFor(() => expect(calls).toEqual(['DELETE reactions/👍', 'PUT reactions/🦩']));
});

it('§28 the pointer over a reaction shows who reacted with it, by name, and Escape hides it', async () => {
  show();
  const mine = screen.getByRole('button', { name: 'thumbs up, 2, you too' });
  fireEvent.pointerEnter(mine, { pointerType: 'mouse' });
  await vi.waitFor(() => expect(screen.getByRole('tooltip').textContent).toBe('You, Ben Li reacted with 👍'));
  expect(mine.getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id);
  fireEvent.keyDown(mine, { key: 'Escape' });
  expect(screen.queryByRole('tooltip')).toBeNull();
});

it('§28 the picker finds by name, Enter takes the first, and the field takes any emoji', async () => {
  show();
  const open = () => fireEvent.click(screen.getByRole('button', { name: 'React' }));
  const field = () => screen.getByLabelText('Search, or type an emoji');
  open();
  fireEvent.input(field(), { target: { value: 'part' } });
  expect(screen.getByRole('button', { name: 'party popper' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'eyes' })).toBeNull();
  fireEvent.submit(field());
  open();
  fireEvent.input(field(), { target: { value: '🫎' } });
  fireEvent.submit(field());
  await vi.waitFor(() => expect(calls).toEqual(['PUT reactions/🎉', 'PUT reactions/🫎']));
  expect(screen.queryByRole('dialog')).toBeNull();
});
