import type { ListedConversation } from '@parley/protocol';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/preact';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import type { Outbox } from '../api/outbox.ts';
import type { OutgoingMessage } from '../api/outgoing.ts';
import { createQueryClient } from '../api/query-client.ts';
import { queryKeys } from '../api/query-keys.ts';
import { OutboxContext } from '../api/use-outbox.ts';
import { me } from './samples.ts';

export interface Around {
  readonly rooms?: readonly ListedConversation[];
  readonly outgoing?: readonly OutgoingMessage[];
  readonly role?: 'member' | 'admin';
  /** The page's address. */
  readonly at?: string;
  /** What the server answers, by path; an empty page for the other paths. A number is a refusal of this status. */
  readonly answers?: Readonly<Record<string, unknown>>;
}

/** Shows a part of the app as the signed-in person sees it. The caller unstubs `fetch` and `matchMedia` afterwards. */
export function showSignedIn(
  part: ReactNode,
  { rooms = [], outgoing = [], role, at = '/', answers = {} }: Around = {},
) {
  window.history.replaceState(null, '', at);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  vi.stubGlobal('fetch', (address: string) => {
    const { pathname } = new URL(address, window.location.href);
    const answer = answers[pathname] ?? { items: [], item: null, nextCursor: null };
    if (typeof answer !== 'number') return Promise.resolve(Response.json(answer));
    return Promise.resolve(Response.json({ error: { code: 'not_found', message: 'Not here.' } }, { status: answer }));
  });
  const client = createQueryClient();
  client.setQueryData(queryKeys.session, { ...me, ...(role && { role }) });
  client.setQueryData(queryKeys.conversations, rooms);
  const outbox = { list: () => outgoing, subscribe: () => () => undefined } as unknown as Outbox;
  const wrapped = (inner: ReactNode) => (
    <QueryClientProvider client={client}>
      <OutboxContext value={outbox}>{inner}</OutboxContext>
    </QueryClientProvider>
  );
  return { client, ...render(wrapped(part)) };
}
