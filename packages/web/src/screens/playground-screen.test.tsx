import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OutgoingMessage, OutgoingStore } from '../api/outgoing.ts';
import { createQueryClient } from '../api/query-client.ts';
import { queryKeys } from '../api/query-keys.ts';
import { stubResizeObserver } from '../testing/resize-observer.ts';
import { me } from '../testing/samples.ts';
import { PlaygroundScreen } from './playground-screen.tsx';

// The room's code is loaded, and the tab waits until it knows that no other one sends.
configure({ asyncUtilTimeout: 20_000 });

/** The page of the test has no database of the browser. */
vi.mock(import('../api/outgoing-store.ts'), async (load) => {
  const kept = new Map<string, OutgoingMessage>();
  const store: OutgoingStore = {
    load: () => Promise.resolve([...kept.values()]),
    put: (message) => Promise.resolve(void kept.set(message.key, message)),
    remove: (key) => Promise.resolve(void kept.delete(key)),
  };
  return { ...(await load()), outgoingStore: () => store, sweepOutgoing: () => Promise.resolve() };
});

const roomId = 'cnv_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const room = {
  conversationId: roomId,
  kind: 'direct',
  title: null,
  agentMembers: [{ agentId: 'agt_01ARZ3NDEKTSV4RRFFQ69G5FAV', handle: 'sketchpad', name: 'Sketchpad' }],
  userMembers: [],
  agentStatus: 'live',
  agentHears: 'all',
  lastMessage: null,
  unreadCount: 0,
  readSeq: 0,
};

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}
let calls: Call[];

/** A server on which this person is signed in and has these rooms. */
function serve(person: typeof me | null, rooms: readonly object[]): void {
  const page = (items: readonly object[]) => Response.json({ items, nextCursor: null });
  const refused = (status: number, code: string) => Response.json({ error: { code, message: 'No.' } }, { status });
  vi.stubGlobal('fetch', (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname: path } = new URL(address, window.location.href);
    calls.push({ method, path, body: typeof body === 'string' ? JSON.parse(body) : null });
    if (!person) return Promise.resolve(refused(401, 'unauthenticated'));
    if (path === '/v1/session') return Promise.resolve(Response.json({ item: person }));
    if (path === '/v1/conversations') return Promise.resolve(page(rooms));
    const isSent = method === 'POST' && path === `/v1/conversations/${roomId}/messages`;
    const sent = { messageId: 'msg_1', conversationId: roomId, seq: 1, deliveries: [], createdAt: me.createdAt };
    if (isSent) return Promise.resolve(Response.json(sent, { status: 201 }));
    if (path === `/v1/conversations/${roomId}`) return Promise.resolve(refused(404, 'conversation_not_found'));
    return Promise.resolve(path.endsWith('/messages') ? page([]) : refused(404, 'not_found'));
  });
}

beforeEach(() => {
  calls = [];
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  stubResizeObserver();
  for (const name of ['scrollIntoView', 'scrollTo'] as const) Element.prototype[name] = vi.fn();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Opens the page, and gives the cache of what it has read. */
function open(search: string) {
  window.history.replaceState(null, '', `/agents/playground${search}`);
  const client = createQueryClient();
  render(
    <QueryClientProvider client={client}>
      <PlaygroundScreen />
    </QueryClientProvider>,
  );
  return client;
}

const sendButton = () => screen.queryByRole('button', { name: 'Send to the room' });
const composer = () => screen.queryByRole('textbox', { name: 'Message to Sketchpad' });

it('shows the room beside the editor, which keeps the focus, and sends the JSON of the editor to it', async () => {
  serve(me, [room]);
  open(`?room=${roomId}`);
  const editor = screen.getByRole('textbox', { name: 'Blocks' });
  editor.focus();
  await waitFor(() => expect(composer()).not.toBeNull());
  const blocks = [{ type: 'text', text: 'Hello' }];
  fireEvent.input(editor, { target: { value: JSON.stringify(blocks, null, 2) } });
  fireEvent.click(await screen.findByRole('button', { name: 'Send to the room' }));
  const isSent = ({ method, path }: Call) => method === 'POST' && path === `/v1/conversations/${roomId}/messages`;
  await waitFor(() => expect(calls.filter(isSent).map(({ body }) => body)).toEqual([{ text: JSON.stringify(blocks) }]));
  expect(editor).toHaveProperty('value', JSON.stringify(blocks, null, 2));
  expect(composer()).not.toBeNull();
  expect(document.activeElement).toBe(editor);
});

it('is the editor alone for somebody who is not in the room, or not signed in', async () => {
  for (const person of [me, null]) {
    serve(person, []);
    const client = open(`?room=${roomId}`);
    const lastRead = person ? queryKeys.conversation(roomId) : queryKeys.session;
    await waitFor(() => expect(client.getQueryState(lastRead)?.status).toBe(person ? 'error' : 'success'));
    await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading the room' })).toBeNull());
    expect([sendButton(), composer()]).toEqual([null, null]);
    expect(screen.getByRole('textbox', { name: 'Blocks' })).not.toBeNull();
    cleanup();
  }
});

it('asks the server nothing where its address names no room', async () => {
  serve(me, [room]);
  for (const search of ['', '?room=', '?room=garden']) {
    open(search);
    await screen.findByRole('textbox', { name: 'Blocks' });
    expect(sendButton()).toBeNull();
    cleanup();
  }
  expect(calls).toEqual([]);
});
