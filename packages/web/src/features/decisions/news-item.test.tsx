import type { Message } from '@parley/protocol';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { agents, roomId } from '../../testing/samples.ts';
import type { News } from './inbox-items.ts';
import { NewsItem } from './news-item.tsx';

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ items: [], nextCursor: null })));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Shows the item of one message in the inbox. */
function show(message: Message) {
  const note: News['notes'][0] = {
    notificationId: 'ntf_1',
    type: 'message',
    conversationId: roomId,
    messageId: message.messageId,
    approvalId: null,
    createdAt: message.createdAt,
    readAt: null,
  };
  const news: News = {
    kind: 'news',
    key: 'news',
    type: 'message',
    conversationId: roomId,
    notes: [note],
    isNew: true,
  };
  const client = createQueryClient();
  client.setQueryData(queryKeys.notified(roomId, message.messageId), message);
  render(
    <QueryClientProvider client={client}>
      <NewsItem news={news} onDone={() => undefined} />
    </QueryClientProvider>,
  );
}

it('shows the words of an agent’s message without the marks of its Markdown', () => {
  const text = '## Today\n\n- Water **the ficus** with `1 l`, as [the guide](https://plants.example/guide) says.';
  show(agents(1, { blocks: [{ type: 'text', text }] }));
  expect(screen.getByText(/^Echo: /).textContent.replaceAll(/\s+/g, ' ')).toBe(
    'Echo: Today Water the ficus with 1 l, as the guide says.',
  );
});
