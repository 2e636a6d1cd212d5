import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { me, mine, roomId } from '../testing/samples.ts';
import { deleteSoon, resumeDeletions, undoMs } from './delete-soon.ts';
import { isDeletedHere, keepDeletion, keptDeletions } from './deleting.ts';
import { heldMessages } from './messages.ts';
import { queryKeys } from './query-keys.ts';
import { withNewestPage } from './room-messages.ts';

let sent: [path: string, options: RequestInit | undefined][];
let status: number;

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  sent = [];
  status = 204;
  vi.stubGlobal('fetch', (path: string, options?: RequestInit) => {
    sent.push([path, options]);
    const refusal = JSON.stringify({ error: { code: 'not_allowed', message: 'No.' } });
    return Promise.resolve(new Response(status === 204 ? null : refusal, { status }));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function begin(seq: number) {
  const client = new QueryClient();
  const message = mine(seq);
  client.setQueryData(queryKeys.messages(roomId), withNewestPage(undefined, [message]));
  const onFail = vi.fn();
  const undo = deleteSoon({ client, userId: me.userId, message, onFail });
  return { undo, onFail, message, held: () => heldMessages(client, roomId)?.settled[0] };
}

it('deletes after five seconds, and then shows the message as deleted', async () => {
  const { message, held } = begin(1);
  await vi.advanceTimersByTimeAsync(undoMs - 1);
  expect([sent, isDeletedHere(message.messageId)]).toEqual([[], true]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent.map(([path, options]) => [path, options?.method])).toEqual([
    [`/v1/conversations/${roomId}/messages/${message.messageId}`, 'DELETE'],
  ]);
  expect(held()).toMatchObject({ deleted: true, body: null });
  expect(keptDeletions(me.userId)).toEqual([]);
});

it('sends nothing once it is undone', async () => {
  const { undo, message } = begin(2);
  undo();
  await vi.advanceTimersByTimeAsync(undoMs * 2);
  expect([sent, isDeletedHere(message.messageId), keptDeletions(me.userId)]).toEqual([[], false, []]);
});

it('sends at once, and beyond the end of the page, when the page is left', async () => {
  begin(3);
  window.dispatchEvent(new Event('pagehide'));
  expect(sent.map(([, options]) => options?.keepalive)).toEqual([true]);
  await vi.advanceTimersByTimeAsync(undoMs * 2);
  expect(sent).toHaveLength(1);
});

it('shows the message again where the server refuses', async () => {
  status = 403;
  const { onFail, message } = begin(4);
  await vi.advanceTimersByTimeAsync(undoMs);
  expect(onFail).toHaveBeenCalledOnce();
  expect([isDeletedHere(message.messageId), keptDeletions(me.userId)]).toEqual([false, []]);
});

it('is sent by the next start of the app where the page did not', async () => {
  keepDeletion(me.userId, mine(5), Date.now());
  resumeDeletions(new QueryClient(), me.userId);
  await vi.advanceTimersByTimeAsync(undoMs);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(sent).toHaveLength(1);
  expect(keptDeletions(me.userId)).toEqual([]);
});
